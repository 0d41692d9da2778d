/*
 * timed_lock.c with a look at the result.
 *
 * Finds: nothing.
 */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  (void)unused;
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec++;
  if (pthread_mutex_timedlock(&guard, &deadline) == 0) pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_mutex_lock(&guard);
  pthread_join(worker, NULL);
  pthread_mutex_unlock(&guard);
  return 0;
}
