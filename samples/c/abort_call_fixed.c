/*
 * abort_call.c where the queue is closed when all producers are done.
 *
 * Finds: nothing.
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
  pthread_join(producer, NULL);
  atomic_store(&is_closed, 1);
  return 0;
}
