/*
 * null_pointer.c where the thread is created later.
 *
 * Finds: nothing.
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
  atomic_store(&place, &value);
  pthread_create(&user, NULL, use, NULL);
  pthread_join(user, NULL);
  return 0;
}
