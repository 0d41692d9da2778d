/*
 * timed_semaphore.c with a look at the result.
 *
 * Finds: nothing.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t ready;
static int items;

static void *produce(void *unused) {
  (void)unused;
  items = 1;
  sem_post(&ready);
  return NULL;
}

int main(void) {
  pthread_t producer;
  sem_init(&ready, 0, 0);
  pthread_create(&producer, NULL, produce, NULL);
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec++;
  if (sem_timedwait(&ready, &deadline) == 0) assert(items == 1);
  pthread_join(producer, NULL);
  return 0;
}
