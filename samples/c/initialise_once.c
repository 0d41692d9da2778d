/*
 * Two threads look whether the table is there, and both make it.
 *
 * Finds: a data race, and a failed assertion.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static bool is_made;
static atomic_int times;

static void make(void) {
  is_made = true;
  atomic_fetch_add(&times, 1);
}

static void *use(void *unused) {
  (void)unused;
  if (!is_made) make();
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, use, NULL);
  pthread_create(&second, NULL, use, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(atomic_load(&times) == 1);
  return 0;
}
