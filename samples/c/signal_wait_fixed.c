/*
 * signal_wait.c where the handler says that it took the signal before the next one is sent.
 *
 * Finds: nothing.
 */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sigset_t wanted;
static sem_t taken;

static void *handle(void *unused) {
  (void)unused;
  int number;
  sigwait(&wanted, &number);
  sem_post(&taken);
  sigwait(&wanted, &number);
  return NULL;
}

int main(void) {
  sem_init(&taken, 0, 0);
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &wanted, NULL);
  pthread_t handler;
  pthread_create(&handler, NULL, handle, NULL);
  pthread_kill(handler, SIGUSR1);
  sem_wait(&taken);
  pthread_kill(handler, SIGUSR1);
  pthread_join(handler, NULL);
  return 0;
}
