/*
 * A timed wait for a permit that nobody gives, and whose result is not looked at.
 *
 * Finds: a failed assertion.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t ready;
static int items;

static void *produce(void *unused) {
  (void)unused;
  if (sem_trywait(&ready) != 0) return NULL; /* there is nobody who asks */
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
  sem_timedwait(&ready, &deadline);
  pthread_join(producer, NULL);
  assert(items == 1);
  return 0;
}
