/*
 * main destroys the mutex when the work is done, but the worker may still hold it.
 *
 * Finds: an exception.
 */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t guard;
static atomic_int is_done;

static void *work(void *unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  atomic_store(&is_done, 1);
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_mutex_init(&guard, NULL);
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  int was_done = atomic_load(&is_done);
  if (was_done) pthread_mutex_destroy(&guard);
  pthread_join(worker, NULL);
  if (!was_done) pthread_mutex_destroy(&guard);
  return 0;
}
