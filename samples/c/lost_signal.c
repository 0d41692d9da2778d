/*
 * The worker waits for a signal without looking whether it is needed: a signal that comes first is
 * lost.
 *
 * Finds: a deadlock.
 */
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

static void *work(void *unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  pthread_cond_wait(&ready, &guard);
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_mutex_lock(&guard);
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&guard);
  pthread_join(worker, NULL);
  return 0;
}
