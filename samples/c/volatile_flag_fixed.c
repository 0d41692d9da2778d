/*
 * volatile_flag.c with an atomic flag, which orders what comes before it.
 *
 * Finds: nothing.
 */
#include <pthread.h>
#include <stdatomic.h>

static int result;
static atomic_int is_done;

static void *compute(void *unused) {
  (void)unused;
  result = 42;
  atomic_store_explicit(&is_done, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, compute, NULL);
  int seen = atomic_load_explicit(&is_done, memory_order_acquire) ? result : 0;
  pthread_join(worker, NULL);
  return seen == 1;
}
