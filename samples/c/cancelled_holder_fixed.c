/*
 * cancelled_holder.c with a cleanup handler that gives the mutex back.
 *
 * Finds: nothing.
 */
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void unlock(void *mutex) {
  pthread_mutex_unlock(mutex);
}

static void *wait_for_ever(void *unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  pthread_cleanup_push(unlock, &guard);
  for (;;) pthread_cond_wait(&never, &guard);
  pthread_cleanup_pop(1);
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
