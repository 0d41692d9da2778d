/*
 * C11 conditions: the flag is set without the mutex, between the look and the wait.
 *
 * Finds: a deadlock.
 */
#include <stdatomic.h>
#include <threads.h>

static mtx_t guard;
static cnd_t ready;
static atomic_int is_ready;

static int work(void *unused) {
  (void)unused;
  mtx_lock(&guard);
  while (!atomic_load(&is_ready)) cnd_wait(&ready, &guard);
  mtx_unlock(&guard);
  return 0;
}

int main(void) {
  thrd_t worker;
  mtx_init(&guard, mtx_plain);
  cnd_init(&ready);
  thrd_create(&worker, work, NULL);
  atomic_store(&is_ready, 1);
  cnd_signal(&ready);
  thrd_join(worker, NULL);
  return 0;
}
