/*
 * c11_mutex.c where both take the mutex.
 *
 * Finds: nothing.
 */
#include <assert.h>
#include <threads.h>

static mtx_t guard;
static int total;

static int add(void *unused) {
  (void)unused;
  mtx_lock(&guard);
  total++;
  mtx_unlock(&guard);
  return 0;
}

int main(void) {
  thrd_t first, second;
  mtx_init(&guard, mtx_plain);
  thrd_create(&first, add, NULL);
  thrd_create(&second, add, NULL);
  thrd_join(first, NULL);
  thrd_join(second, NULL);
  assert(total == 2);
  mtx_destroy(&guard);
  return 0;
}
