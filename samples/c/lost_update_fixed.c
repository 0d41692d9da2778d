/*
 * lost_update.c with a mutex around the counter.
 *
 * Finds: nothing.
 */
#include <assert.h>
#include <pthread.h>

static int hits;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void *hit(void *unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  hits++;
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, hit, NULL);
  pthread_create(&second, NULL, hit, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(hits == 2);
  return 0;
}
