/*
 * Two threads add to a plain counter. Each reads it, adds and writes it back; what the other one
 * wrote meanwhile is lost.
 *
 * Finds: a data race, and a failed assertion.
 */
#include <assert.h>
#include <pthread.h>

static int hits;

static void *hit(void *unused) {
  (void)unused;
  hits++;
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
