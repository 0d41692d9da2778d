/*
 * An error-checking mutex says EDEADLK to its owner. Who does not look at that gives the mutex
 * back too early: the rest of the outer section is unguarded.
 *
 * Finds: a data race.
 */
#include <pthread.h>

static pthread_mutex_t guard;
static int total;

static void add(int amount) {
  pthread_mutex_lock(&guard);
  total += amount;
  pthread_mutex_unlock(&guard);
}

static void *add_twice(void *unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  add(1);
  total += 2;
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t checking;
  pthread_mutexattr_init(&checking);
  pthread_mutexattr_settype(&checking, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&guard, &checking);
  pthread_t worker;
  pthread_create(&worker, NULL, add_twice, NULL);
  add(3);
  pthread_join(worker, NULL);
  return 0;
}
