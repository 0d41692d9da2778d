/*
 * A function that holds the mutex calls another one that takes it too. An ordinary mutex makes its
 * owner wait for itself.
 *
 * Finds: a deadlock.
 */
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
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
  add(2);
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, add_twice, NULL);
  add(3);
  pthread_join(worker, NULL);
  return 0;
}
