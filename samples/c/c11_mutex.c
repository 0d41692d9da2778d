/*
 * C11 threads: two threads add to a counter, one of them without the mutex.
 *
 * Finds: a data race, and a failed assertion.
 */
#include <assert.h>
#include <threads.h>

static mtx_t guard;
static int total;

static int add_locked(void *unused) {
  (void)unused;
  mtx_lock(&guard);
  total++;
  mtx_unlock(&guard);
  return 0;
}

static int add(void *unused) {
  (void)unused;
  total++;
  return 0;
}

int main(void) {
  thrd_t first, second;
  mtx_init(&guard, mtx_plain);
  thrd_create(&first, add_locked, NULL);
  thrd_create(&second, add, NULL);
  thrd_join(first, NULL);
  thrd_join(second, NULL);
  assert(total == 2);
  mtx_destroy(&guard);
  return 0;
}
