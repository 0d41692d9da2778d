/*
 * detached_thread.c where main waits for the thread.
 *
 * Finds: nothing.
 */
#include <pthread.h>
#include <stdlib.h>

static void *fill(void *block) {
  *(int *)block = 1;
  return NULL;
}

int main(void) {
  int *block = malloc(sizeof *block);
  pthread_t worker;
  pthread_create(&worker, NULL, fill, block);
  pthread_join(worker, NULL);
  free(block);
  return 0;
}
