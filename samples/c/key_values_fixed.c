/*
 * key_values.c with free as the destructor of the key.
 *
 * Finds: nothing.
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
  pthread_key_create(&buffer, free);
  pthread_t first, second;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
