/*
 * Whether an operation that waits ends before what it waits for happens.
 *
 * Left alone, a timed one gives up only when nothing else can run, and none ends for no reason. If
 * more is asked for, each thread chooses when it comes to such an operation. A loop around it could
 * go round for ever, so each thread ends early only so many times in an execution: its own times,
 * so that threads do not depend on each other for it. As dev.clew.jvm.run.Patience.
 */
#include "runtime.h"

enum { WAITS = 0, GIVES_UP = 1, WAKES_UP = 2 };

static int waits_or_gives_up(const struct thread *thread, int32_t *into) {
  (void)thread;
  into[0] = WAITS;
  into[1] = GIVES_UP;
  return 2;
}

static int waits_or_wakes_up(const struct thread *thread, int32_t *into) {
  (void)thread;
  into[0] = WAITS;
  into[1] = WAKES_UP;
  return 2;
}

/* Lets the thread choose; whether it does not wait. */
static bool choose(int (*options)(const struct thread *, int32_t *)) {
  self->options = options;
  stand(CHOICE, NONE, NULL);
  int chosen = chosen_label();
  struct event event = event_of(CHOICE, NONE, 0);
  event.label = chosen < 0 ? WAITS : chosen;
  record_event(event);
  return event.label != WAITS;
}

bool gives_up_early(void) {
  if (LIKELY(self->early_timeouts >= shared->early_timeouts) || !choose(waits_or_gives_up)) {
    return false;
  }
  note_feature(HAS_TIMED);
  self->early_timeouts++;
  return true;
}

bool wakes_up_early(void) {
  if (LIKELY(self->spurious_wakeups >= shared->spurious_wakeups) || !choose(waits_or_wakes_up)) {
    return false;
  }
  self->spurious_wakeups++;
  return true;
}
