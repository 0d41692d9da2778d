/*
 * A thread that cannot be cancelled while it holds something: it forgets to allow it again.
 *
 * Finds: a deadlock.
 */
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *work(void *unused) {
  (void)unused;
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
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
