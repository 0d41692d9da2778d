/*
 * Two threads put a block into the same place; the one that comes second drops the block of the
 * first.
 *
 * Finds: a leak.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) place;

static void *put(void *unused) {
  (void)unused;
  int *block = malloc(sizeof *block);
  atomic_store(&place, block);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, put, NULL);
  pthread_create(&second, NULL, put, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  free(atomic_load(&place));
  return 0;
}
