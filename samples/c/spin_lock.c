/*
 * A path on which the spin lock is not given back.
 *
 * Finds: a deadlock.
 */
#include <pthread.h>

static pthread_spinlock_t guard;
static int left = 1;

static void *take(void *unused) {
  (void)unused;
  pthread_spin_lock(&guard);
  if (left == 0) return NULL;
  left--;
  pthread_spin_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_spin_init(&guard, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, take, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
