/*
 * C11: two threads look whether the table is there, and both make it.
 *
 * Finds: a data race, and a failed assertion.
 */
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <threads.h>

static bool is_made;
static atomic_int times;

static void make(void) {
  is_made = true;
  atomic_fetch_add(&times, 1);
}

static int use(void *unused) {
  (void)unused;
  if (!is_made) make();
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
