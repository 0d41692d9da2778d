/*
 * A thread comes before what it needs is there, and follows a null pointer.
 *
 * Finds: a crash.
 */
#include <pthread.h>
#include <stdatomic.h>

static int value = 7;
static _Atomic(int *) place;

static void *use(void *unused) {
  (void)unused;
  int *found = atomic_load(&place);
  return *found == 7 ? NULL : &value;
}

int main(void) {
  pthread_t user;
  pthread_create(&user, NULL, use, NULL);
  atomic_store(&place, &value);
  pthread_join(user, NULL);
  return 0;
}
