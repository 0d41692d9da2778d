/*
 * double_unlock.c where each path gives the mutex back once.
 *
 * Finds: nothing.
 */
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int left = 1;

static void *take(void *unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  if (left > 0) left--;
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
