/*
 * c11_storage.c with free as the destructor.
 *
 * Finds: nothing.
 */
#include <stdlib.h>
#include <threads.h>

static tss_t buffer;

static int work(void *unused) {
  (void)unused;
  tss_set(buffer, malloc(64));
  return 0;
}

int main(void) {
  thrd_t first, second;
  tss_create(&buffer, free);
  thrd_create(&first, work, NULL);
  thrd_create(&second, work, NULL);
  thrd_join(first, NULL);
  thrd_join(second, NULL);
  return 0;
}
