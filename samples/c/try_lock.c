/*
 * The result of trylock is not looked at: who did not get the mutex works without it, and gives
 * back what belongs to another.
 *
 * Finds: a data race, and an exception.
 */
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *unused) {
  (void)unused;
  pthread_mutex_trylock(&guard);
  total++;
  pthread_mutex_unlock(&guard);
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
