/*
 * A thread ends in the middle of its section and keeps the mutex.
 *
 * Finds: a deadlock.
 */
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int left = 1;

static void *take(void *unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  if (left == 0) pthread_exit(NULL);
  left--;
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, take, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
