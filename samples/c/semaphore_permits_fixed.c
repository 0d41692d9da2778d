/*
 * semaphore_permits.c with one permit.
 *
 * Finds: nothing.
 */
#include <pthread.h>
#include <semaphore.h>

static sem_t guard;
static int total;

static void *add(void *unused) {
  (void)unused;
  sem_wait(&guard);
  total++;
  sem_post(&guard);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  sem_init(&guard, 0, 1);
  pthread_create(&first, NULL, add, NULL);
  pthread_create(&second, NULL, add, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  sem_destroy(&guard);
  return 0;
}
