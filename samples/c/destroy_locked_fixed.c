/*
 * destroy_locked.c where main joins the worker first.
 *
 * Finds: nothing.
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
  pthread_join(worker, NULL);
  pthread_mutex_destroy(&guard);
  return 0;
}
