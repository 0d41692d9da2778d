/*
 * signal_one.c with broadcast: all waiters look again.
 *
 * Finds: nothing.
 */
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool is_full;

static void *put(void *unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  while (is_full) pthread_cond_wait(&changed, &guard);
  is_full = true;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&guard);
  return NULL;
}

static void *take(void *unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  while (!is_full) pthread_cond_wait(&changed, &guard);
  is_full = false;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, i < 2 ? put : take, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
