/*
 * recursive_mutex.c with a recursive mutex.
 *
 * Finds: nothing.
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
  add(2);
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&guard, &recursive);
  pthread_t worker;
  pthread_create(&worker, NULL, add_twice, NULL);
  add(3);
  pthread_join(worker, NULL);
  pthread_mutex_destroy(&guard);
  pthread_mutexattr_destroy(&recursive);
  return 0;
}
