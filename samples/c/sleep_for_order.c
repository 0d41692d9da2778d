/*
 * main sleeps until the worker "must" have finished. On a busy machine it has not.
 *
 * Finds: a data race, and a failed assertion.
 */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int answer;

static void *compute(void *unused) {
  (void)unused;
  answer = 42;
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, compute, NULL);
  usleep(100000);
  assert(answer == 42);
  pthread_join(worker, NULL);
  return 0;
}
