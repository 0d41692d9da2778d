/*
 * owner_ends.c with a robust mutex: the next owner is told that the last one ended.
 *
 * Finds: nothing.
 */
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t guard;
static int left = 1;

static void *take(void *unused) {
  (void)unused;
  if (pthread_mutex_lock(&guard) == EOWNERDEAD) pthread_mutex_consistent(&guard);
  if (left == 0) pthread_exit(NULL);
  left--;
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&guard, &robust);
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, take, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
