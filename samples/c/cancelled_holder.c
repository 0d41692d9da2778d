/*
 * A thread is cancelled while it waits, and keeps the mutex that the wait gave back to it.
 *
 * Finds: a deadlock.
 */
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *wait_for_ever(void *unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  for (;;) pthread_cond_wait(&never, &guard);
  return NULL;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait_for_ever, NULL);
  pthread_cancel(waiter);
  pthread_join(waiter, NULL);
  pthread_mutex_lock(&guard);
  pthread_mutex_unlock(&guard);
  return 0;
}
