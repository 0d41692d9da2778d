/*
 * Each access of the counter is atomic, the addition is not: it is a load and a store.
 *
 * Finds: a failed assertion.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int hits;

static void *hit(void *unused) {
  (void)unused;
  atomic_store(&hits, atomic_load(&hits) + 1);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, hit, NULL);
  pthread_create(&second, NULL, hit, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(atomic_load(&hits) == 2);
  return 0;
}
