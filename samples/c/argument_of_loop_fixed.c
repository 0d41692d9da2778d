/*
 * argument_of_loop.c with a number of its own for each thread.
 *
 * Finds: nothing.
 */
#include <assert.h>
#include <pthread.h>

static int done[2];

static void *work(void *argument) {
  int index = *(int *)argument;
  assert(index < 2);
  done[index] = 1;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2];
  for (int i = 0; i < 2; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, work, &numbers[i]);
  }
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
