/*
 * try_lock.c with a look at the result.
 *
 * Finds: nothing.
 */
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *unused) {
  (void)unused;
  if (pthread_mutex_trylock(&guard) == 0) {
    total++;
    pthread_mutex_unlock(&guard);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, add, NULL);
  pthread_create(&second, NULL, add, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
