/*
 * A result is handed over with a volatile flag. volatile orders nothing between threads.
 *
 * Finds: a data race.
 */
#include <pthread.h>

static int result;
static volatile int is_done;

static void *compute(void *unused) {
  (void)unused;
  result = 42;
  is_done = 1;
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, compute, NULL);
  int seen = is_done ? result : 0;
  pthread_join(worker, NULL);
  return seen == 1;
}
