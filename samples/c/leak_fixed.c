/*
 * leak.c where who puts a block frees the one it finds there.
 *
 * Finds: nothing.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) place;

static void *put(void *unused) {
  (void)unused;
  int *block = malloc(sizeof *block);
  free(atomic_exchange(&place, block));
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
