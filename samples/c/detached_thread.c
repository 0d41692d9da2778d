/*
 * A detached thread works with a block that main frees when it is done itself.
 *
 * Finds: a data race, and a crash.
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
  pthread_detach(worker);
  free(block);
  pthread_exit(NULL);
}
