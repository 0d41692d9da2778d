/*
 * A mutex as a signal: main locks it, the worker unlocks it. A mutex belongs to who locked it.
 *
 * Finds: an exception.
 */
#include <pthread.h>

static pthread_mutex_t ready = PTHREAD_MUTEX_INITIALIZER;

static void *prepare(void *unused) {
  (void)unused;
  pthread_mutex_unlock(&ready);
  return NULL;
}

int main(void) {
  pthread_mutex_lock(&ready);
  pthread_t worker;
  pthread_create(&worker, NULL, prepare, NULL);
  pthread_join(worker, NULL);
  return 0;
}
