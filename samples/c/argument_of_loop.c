/*
 * Each thread gets the address of the loop variable, which goes on meanwhile.
 *
 * Finds: a data race, and a failed assertion.
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
  int i;
  for (i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &i);
  for (int j = 0; j < 2; j++) pthread_join(threads[j], NULL);
  return 0;
}
