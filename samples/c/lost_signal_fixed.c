/*
 * lost_signal.c with a flag that says what the signal says.
 *
 * Finds: nothing.
 */
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int is_ready;

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
  is_ready = 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&guard);
  pthread_join(worker, NULL);
  return 0;
}
