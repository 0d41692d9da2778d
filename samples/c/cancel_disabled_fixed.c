/*
 * cancel_disabled.c where cancelling is allowed again before the wait.
 *
 * Finds: nothing.
 */
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *work(void *unused) {
  (void)unused;
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  pthread_setcancelstate(old, NULL);
  sem_wait(&never);
  return NULL;
}

int main(void) {
  sem_init(&never, 0, 0);
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_cancel(worker);
  pthread_join(worker, NULL);
  return 0;
}
