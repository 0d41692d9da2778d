/*
 * A thread handles two signals by sigwait. Signals of one kind are not counted: if the second is
 * sent before the first is taken, there is only one.
 *
 * Finds: a deadlock.
 */
#include <pthread.h>
#include <signal.h>

static sigset_t wanted;

static void *handle(void *unused) {
  (void)unused;
  int number;
  sigwait(&wanted, &number);
  sigwait(&wanted, &number);
  return NULL;
}

int main(void) {
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &wanted, NULL);
  pthread_t handler;
  pthread_create(&handler, NULL, handle, NULL);
  pthread_kill(handler, SIGUSR1);
  pthread_kill(handler, SIGUSR1);
  pthread_join(handler, NULL);
  return 0;
}
