/*
 * Streams that a program locks for itself. What it prints in between by other threads is not held
 * back: each call of the library that prints is one step in any case.
 */
#include <stdio.h>

#include "primitives.h"

static int lock_of(FILE *stream) { return object_number(stream, 1, MATTER_STREAM); }

WRAPPED(void, flockfile, FILE *stream) {
  if (is_under_way() && !is_side_lock_held_again(lock_of(stream))) {
    side_lock(lock_of(stream));
  }
}

WRAPPED(int, ftrylockfile, FILE *stream) {
  if (!is_under_way() || is_side_lock_held_again(lock_of(stream))) {
    return 0;
  }
  return side_try_lock(lock_of(stream)) ? 0 : -1;
}

WRAPPED(void, funlockfile, FILE *stream) {
  if (!is_under_way()) {
    return;
  }
  int lock = lock_of(stream);
  if (!is_side_lock_mine(lock)) {
    fail(EXCEPTION, "funlockfile of a stream that the thread has not locked");
  }
  if (!is_side_lock_still_held(lock)) {
    side_unlock(lock);
  }
}
