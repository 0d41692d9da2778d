/*
 * A barrier for two where three meet: the third waits for a fourth.
 *
 * Finds: a deadlock.
 */
#include <pthread.h>

enum { THREADS = 3 };

static pthread_barrier_t meeting;

static void *meet(void *unused) {
  (void)unused;
  pthread_barrier_wait(&meeting);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  pthread_barrier_init(&meeting, NULL, 2);
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, meet, NULL);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&meeting);
  return 0;
}
