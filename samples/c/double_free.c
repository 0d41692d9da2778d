/*
 * Two threads let go of a block; both see that they are the last.
 *
 * Finds: a crash.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct block {
  atomic_int users;
};

static void *let_go(void *argument) {
  struct block *block = argument;
  atomic_fetch_sub(&block->users, 1);
  if (atomic_load(&block->users) == 0) free(block);
  return NULL;
}

int main(void) {
  struct block *block = malloc(sizeof *block);
  atomic_init(&block->users, 2);
  pthread_t first, second;
  pthread_create(&first, NULL, let_go, block);
  pthread_create(&second, NULL, let_go, block);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
