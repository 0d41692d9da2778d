/*
 * On one path the mutex is given back twice; the second time it may be another thread's.
 *
 * Finds: an exception.
 */
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int left = 1;

static void *take(void *unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  if (left == 0) {
    pthread_mutex_unlock(&guard);
  } else {
    left--;
  }
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, take, NULL);
  pthread_create(&second, NULL, take, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
