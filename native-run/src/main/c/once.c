/*
 * What is done once: pthread_once, call_once, and local static variables of C++.
 *
 * Whether it is done is an atomic variable of the program. Who finds that it is not takes a lock
 * and looks again. If the initialisation is left by an exception or a cancellation, it is as if it
 * had not begun.
 */
#include <threads.h>

#include "primitives.h"

enum { DONE = 2 };

/* The accesses of instrumented code (atomics.c). */
void __tsan_atomic8_store(volatile void *address, uint8_t value, int order);
uint32_t __tsan_atomic32_load(const volatile void *address, int order);
void __tsan_atomic32_store(volatile void *address, uint32_t value, int order);

static int lock_of(const volatile void *once) { return object_number(once, 4, MATTER_ONCE); }

// --- pthread_once

struct attempt {
  int lock;
  volatile uint32_t *state;
};

/* The initialisation was left, or is over. */
static void leave_attempt(struct attempt *a) { side_unlock(a->lock); }

static int do_once(volatile uint32_t *state, void (*initialise)(void)) {
  if (!is_under_way()) {
    if (*state != DONE) {
      initialise();
      *state = DONE;
    }
    return 0;
  }
  const uint32_t *before = remembered(state);
  if (before != NULL && *before == DONE) {
    return 0; /* nobody could notice more than that */
  }
  if (__tsan_atomic32_load(state, __ATOMIC_ACQUIRE) == DONE) {
    return 0;
  }
  int lock = lock_of(state);
  side_lock(lock);
  __attribute__((cleanup(leave_attempt), unused)) struct attempt attempt = {lock, state};
  if (*state != DONE) { /* nobody writes it without the lock */
    initialise();
    __tsan_atomic32_store(state, DONE, __ATOMIC_RELEASE);
  }
  return 0;
}

WRAPPED(int, pthread_once, pthread_once_t *once, void (*initialise)(void)) {
  return do_once((volatile uint32_t *)once, initialise);
}

WRAPPED(void, call_once, once_flag *once, void (*initialise)(void)) {
  do_once((volatile uint32_t *)once, initialise);
}

// --- local static variables

/* Compiled code has looked at the first byte of the guard. Whether there is something to do. */
WRAPPED(int, __cxa_guard_acquire, uint64_t *guard) {
  volatile uint8_t *is_done = (volatile uint8_t *)guard;
  if (!is_under_way()) {
    return *is_done == 0;
  }
  int lock = lock_of(guard);
  side_lock(lock);
  if (*is_done == 0) {
    return 1;
  }
  side_unlock(lock);
  return 0;
}

WRAPPED(void, __cxa_guard_release, uint64_t *guard) {
  volatile uint8_t *is_done = (volatile uint8_t *)guard;
  if (!is_under_way()) {
    *is_done = 1;
    return;
  }
  __tsan_atomic8_store(is_done, 1, __ATOMIC_RELEASE);
  side_unlock(lock_of(guard));
}

WRAPPED(void, __cxa_guard_abort, uint64_t *guard) {
  if (is_under_way()) {
    side_unlock(lock_of(guard));
  }
}
