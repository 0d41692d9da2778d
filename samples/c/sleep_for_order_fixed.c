/*
 * sleep_for_order.c with a join in place of the sleep.
 *
 * Finds: nothing.
 */
#include <assert.h>
#include <pthread.h>

static int answer;

static void *compute(void *unused) {
  (void)unused;
  answer = 42;
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, compute, NULL);
  pthread_join(worker, NULL);
  assert(answer == 42);
  return 0;
}
