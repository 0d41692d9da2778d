/*
 * Three philosophers, three forks: each takes the left one first.
 *
 * Finds: a deadlock.
 */
#include <pthread.h>

enum { SEATS = 3 };

static pthread_mutex_t forks[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                       PTHREAD_MUTEX_INITIALIZER};
static int seats[SEATS] = {0, 1, 2};

static void *dine(void *argument) {
  int seat = *(int *)argument;
  int left = seat, right = (seat + 1) % SEATS;
  pthread_mutex_lock(&forks[left]);
  pthread_mutex_lock(&forks[right]);
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
  return NULL;
}

int main(void) {
  pthread_t threads[SEATS];
  for (int i = 0; i < SEATS; i++) pthread_create(&threads[i], NULL, dine, &seats[i]);
  for (int i = 0; i < SEATS; i++) pthread_join(threads[i], NULL);
  return 0;
}
