/*
 * semaphore_leak.c where each path gives the permit back.
 *
 * Finds: nothing.
 */
#include <pthread.h>
#include <semaphore.h>

static sem_t permits;
static int left = 1;

static void *work(void *unused) {
  (void)unused;
  sem_wait(&permits);
  if (left > 0) left--;
  sem_post(&permits);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  sem_init(&permits, 0, 1);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  sem_destroy(&permits);
  return 0;
}
