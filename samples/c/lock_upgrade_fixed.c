/*
 * lock_upgrade.c where the reader gives the lock back first, and looks again as the writer.
 *
 * Finds: nothing.
 */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cached;

static void *look_up(void *unused) {
  (void)unused;
  pthread_rwlock_rdlock(&lock);
  int seen = cached;
  pthread_rwlock_unlock(&lock);
  if (seen == 0) {
    pthread_rwlock_wrlock(&lock);
    if (cached == 0) cached = 42;
    pthread_rwlock_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, look_up, NULL);
  pthread_create(&second, NULL, look_up, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
