/*
 * double_free.c where one operation looks and closes.
 *
 * Finds: nothing.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int is_closed;
static int *buffer;

static void *close_it(void *unused) {
  (void)unused;
  if (!atomic_exchange(&is_closed, 1)) {
    free(buffer);
  }
  return NULL;
}

int main(void) {
  buffer = calloc(4, sizeof *buffer);
  pthread_t first, second;
  pthread_create(&first, NULL, close_it, NULL);
  pthread_create(&second, NULL, close_it, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
