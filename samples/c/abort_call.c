/*
 * A thread that finds the queue closed gives up the whole program; it may just have come late.
 *
 * Finds: a crash.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int is_closed;

static void *put(void *unused) {
  (void)unused;
  if (atomic_load(&is_closed)) abort();
  return NULL;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, NULL, put, NULL);
  atomic_store(&is_closed, 1);
  pthread_join(producer, NULL);
  return 0;
}
