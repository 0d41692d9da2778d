/*
 * Each thread writes its part, meets the other, and reads the part of the other; then it writes the
 * next part without meeting again, while the other may still read.
 *
 * Finds: a data race.
 */
#include <pthread.h>

static pthread_barrier_t meeting;
static int parts[2], sums[2];
static int numbers[2] = {0, 1};

static void *work(void *argument) {
  int own = *(int *)argument;
  parts[own] = 1;
  pthread_barrier_wait(&meeting);
  sums[own] = parts[0] + parts[1];
  parts[own] = 2;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&meeting, NULL, 2);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return sums[0] == 0;
}
