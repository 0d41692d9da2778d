/*
 * c11_once.c with call_once.
 *
 * Finds: nothing.
 */
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static bool is_made;
static atomic_int times;

static void make(void) {
  is_made = true;
  atomic_fetch_add(&times, 1);
}

static int use(void *unused) {
  (void)unused;
  call_once(&once, make);
  assert(is_made);
  return 0;
}

int main(void) {
  thrd_t first, second;
  thrd_create(&first, use, NULL);
  thrd_create(&second, use, NULL);
  thrd_join(first, NULL);
  thrd_join(second, NULL);
  assert(atomic_load(&times) == 1);
  return 0;
}
