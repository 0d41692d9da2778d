/*
 * The result of a timed lock is not looked at. main holds the mutex until the worker has ended, so
 * that the worker gives up, and gives back what it does not have.
 *
 * Finds: an exception.
 */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  (void)unused;
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec++;
  pthread_mutex_timedlock(&guard, &deadline);
  pthread_mutex_unlock(&guard);
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
