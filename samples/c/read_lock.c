/*
 * A thread writes and holds the lock for reading only, like the other one.
 *
 * Finds: a data race.
 */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int price;

static void *change(void *unused) {
  (void)unused;
  pthread_rwlock_rdlock(&lock);
  price++;
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, NULL, change, NULL);
  pthread_rwlock_rdlock(&lock);
  int seen = price;
  pthread_rwlock_unlock(&lock);
  pthread_join(writer, NULL);
  return seen > 1;
}
