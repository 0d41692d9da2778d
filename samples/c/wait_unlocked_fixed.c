/*
 * wait_unlocked.c with the mutex.
 *
 * Finds: nothing.
 */
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static bool is_ready;

static void *work(void *unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  while (!is_ready) pthread_cond_wait(&ready, &guard);
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_mutex_lock(&guard);
  is_ready = true;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&guard);
  pthread_join(worker, NULL);
  return 0;
}
