/*
 * wait_without_loop.c with a loop: who is woken looks again.
 *
 * Finds: nothing.
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *take(void *unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  while (items == 0) pthread_cond_wait(&filled, &guard);
  assert(items > 0);
  items--;
  pthread_mutex_unlock(&guard);
  return NULL;
}

static void put(void) {
  pthread_mutex_lock(&guard);
  items++;
  pthread_cond_broadcast(&filled);
  pthread_mutex_unlock(&guard);
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, take, NULL);
  pthread_create(&second, NULL, take, NULL);
  put();
  put();
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
