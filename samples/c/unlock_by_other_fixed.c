/*
 * unlock_by_other.c with a semaphore, which belongs to nobody.
 *
 * Finds: nothing.
 */
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;

static void *prepare(void *unused) {
  (void)unused;
  sem_post(&ready);
  return NULL;
}

int main(void) {
  sem_init(&ready, 0, 0);
  pthread_t worker;
  pthread_create(&worker, NULL, prepare, NULL);
  sem_wait(&ready);
  pthread_join(worker, NULL);
  sem_destroy(&ready);
  return 0;
}
