/*
 * A spin lock made of a flag: to see that it is free and to take it are two steps.
 *
 * Finds: a data race, and a failed assertion.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int is_locked;
static int inside;

static void *work(void *unused) {
  (void)unused;
  while (atomic_load(&is_locked)) {
  }
  atomic_store(&is_locked, 1);
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
