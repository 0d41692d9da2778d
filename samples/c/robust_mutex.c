/*
 * The owner of a robust mutex ends. The next one gets EOWNERDEAD and gives the mutex back without
 * making it consistent: nobody can have it any more.
 *
 * Finds: a failed assertion.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t guard;

static void *lock_and_end(void *unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  return NULL;
}

static void *lock_and_unlock(void *unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&guard, &robust);
  pthread_t first, second;
  pthread_create(&first, NULL, lock_and_end, NULL);
  pthread_create(&second, NULL, lock_and_unlock, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  int error = pthread_mutex_trylock(&guard);
  assert(error == 0 || error == EOWNERDEAD);
  return 0;
}
