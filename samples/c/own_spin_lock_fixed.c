/*
 * own_spin_lock.c where one operation looks and takes.
 *
 * Finds: nothing.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int is_locked;
static int inside;

static void *work(void *unused) {
  (void)unused;
  while (atomic_exchange(&is_locked, 1)) {
  }
  inside++;
  assert(inside == 1);
  inside--;
  atomic_store(&is_locked, 0);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
