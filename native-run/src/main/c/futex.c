/*
 * Futexes, which programs reach by system calls: std::future, std::atomic::wait, latches and
 * barriers of C++, and locks that programs make themselves.
 *
 * As in the kernel, a lock for each futex makes it one step to look at the word and to begin to
 * wait: whoever wakes waiters takes the same lock.
 */
#include <limits.h>
#include <linux/futex.h>

#include "primitives.h"
#include "system_calls.h"

enum { MAX_FUTEXES = 1024 /* a power of two */, FOR_EVER = -1 };

/* Of the word at an address; stays from one execution to the next, its state does not. */
struct futex {
  const volatile uint32_t *word;
  uint32_t execution;
  pthread_mutex_t guard;
  pthread_cond_t waiters;
};

static KEEP struct futex futexes[MAX_FUTEXES];
static KEEP int futex_count;

/* The access of instrumented code (atomics.c). */
uint32_t __tsan_atomic32_load(const volatile void *address, int order);

static struct futex *futex_of(const volatile uint32_t *word) {
  uint32_t at = (uint32_t)(((uintptr_t)word >> 2) * 0x9E3779B1u) >> 8;
  while (futexes[at % MAX_FUTEXES].word != NULL && futexes[at % MAX_FUTEXES].word != word) {
    at++;
  }
  struct futex *f = &futexes[at % MAX_FUTEXES];
  if (f->word == NULL) {
    if (++futex_count > MAX_FUTEXES / 2) {
      refuse("the program waits at more than %d futexes", MAX_FUTEXES / 2);
    }
    f->word = word;
  }
  if (f->execution != execution) {
    f->execution = execution;
    mutex_begin(&f->guard, PTHREAD_MUTEX_NORMAL, false);
    mutex_is_part_of(&f->guard, word);
    condition_begin(&f->waiters, CLOCK_MONOTONIC);
    condition_is_part_of(&f->waiters, word);
  }
  return f;
}

/* How long a wait lasts at most; FOR_EVER if there is no limit. */
static int64_t patience_of(int operation, const struct timespec *time) {
  if (time == NULL) {
    return FOR_EVER;
  }
  if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT) {
    return time->tv_sec * NANOS_PER_SECOND + time->tv_nsec;
  }
  bool is_real = (operation & FUTEX_CLOCK_REALTIME) != 0;
  int64_t nanos = nanos_until(time, is_real ? CLOCK_REALTIME : CLOCK_MONOTONIC);
  return nanos < 0 ? 0 : nanos;
}

/* The number of the error, 0 if none. */
static int wait(struct futex *f, uint32_t expected, int64_t nanos, uintptr_t pc) {
  static const char call[] = "futex";
  mutex_lock(&f->guard, call, pc);
  int error = EAGAIN;
  if (__tsan_atomic32_load(f->word, __ATOMIC_RELAXED) == expected) {
    error = condition_wait_for(&f->waiters, &f->guard, nanos, call, pc);
  }
  mutex_unlock(&f->guard, call, pc);
  return error;
}

/* How many were woken. */
static int wake(struct futex *f, int most, uintptr_t pc) {
  static const char call[] = "futex";
  mutex_lock(&f->guard, call, pc);
  int waiting = condition_waiters(&f->waiters);
  int woken = most < waiting ? most : waiting;
  if (most >= waiting) {
    condition_broadcast(&f->waiters, call, pc);
  } else {
    for (int i = 0; i < woken; i++) {
      condition_signal(&f->waiters, call, pc);
    }
  }
  mutex_unlock(&f->guard, call, pc);
  return woken;
}

long futex(uint32_t *word, int operation, uint32_t value, const struct timespec *time,
           uintptr_t pc) {
  bool was_disabled = self->cancel_disabled;
  int error = 0;
  int result = 0;
  self->cancel_disabled = true; /* system calls are no cancellation points */
  switch (operation & FUTEX_CMD_MASK) {
  case FUTEX_WAIT:
  case FUTEX_WAIT_BITSET:
    error = wait(futex_of(word), value, patience_of(operation, time), pc);
    break;
  case FUTEX_WAKE:
  case FUTEX_WAKE_BITSET:
    result = wake(futex_of(word), (int)value < 0 ? INT_MAX : (int)value, pc);
    break;
  default:
    refuse("the program does an operation on a futex (%d) that is not supported", operation);
  }
  self->cancel_disabled = was_disabled;
  if (error != 0) {
    errno = error;
    return -1;
  }
  return result;
}
