/*
 * initialise_once.c with pthread_once.
 *
 * Finds: nothing.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_made;
static atomic_int times;

static void make(void) {
  is_made = true;
  atomic_fetch_add(&times, 1);
}

static void *use(void *unused) {
  (void)unused;
  pthread_once(&once, make);
  assert(is_made);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, use, NULL);
  pthread_create(&second, NULL, use, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(atomic_load(&times) == 1);
  return 0;
}
