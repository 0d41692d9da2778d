/*
 * A timed wait that gives up is taken for an answer.
 *
 * Finds: a failed assertion.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t answered = PTHREAD_COND_INITIALIZER;
static bool has_answer, is_asked;

static void *answer(void *unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  if (is_asked) { /* who comes too early goes away without an answer */
    has_answer = true;
    pthread_cond_signal(&answered);
  }
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, answer, NULL);
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec++;
  pthread_mutex_lock(&guard);
  is_asked = true;
  pthread_cond_timedwait(&answered, &guard, &deadline);
  assert(has_answer);
  pthread_mutex_unlock(&guard);
  pthread_join(other, NULL);
  return 0;
}
