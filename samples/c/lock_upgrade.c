/*
 * A reader asks for the lock for writing and keeps it for reading: it waits for all readers to
 * leave, itself included.
 *
 * Finds: a deadlock.
 */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cached;

static void *look_up(void *unused) {
  (void)unused;
  pthread_rwlock_rdlock(&lock);
  if (cached == 0) {
    pthread_rwlock_wrlock(&lock);
    cached = 42;
    pthread_rwlock_unlock(&lock);
  }
  pthread_rwlock_unlock(&lock);
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
