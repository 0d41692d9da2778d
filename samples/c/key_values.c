/*
 * Each thread has a buffer of its own by a key; the key has no destructor, nobody frees them.
 *
 * Finds: a leak.
 */
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t buffer;

static void *work(void *unused) {
  (void)unused;
  pthread_setspecific(buffer, malloc(64));
  return NULL;
}

int main(void) {
  pthread_key_create(&buffer, NULL);
  pthread_t first, second;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
