/*
 * What sleeps: operations that need not be chosen, because what they lead to was explored before,
 * until something happens that they depend on.
 */
#include <string.h>

#include "schedule.h"
#include "scheduler.h"

KEEP struct sleeping sleeping;

void sleepers_begin(void) {
  sleeping.count = (int)shared->sleepers;
  if (sleeping.count > 0) {
    memcpy(sleeping.sleepers, shared_at(shared->sleepers_at),
           (size_t)sleeping.count * sizeof(struct sleeper));
  }
  sleeping.steps_before = shared->steps_before_sleep;
}

static bool conflict(int a1, int a2, int a_modes, int b1, int b2, int b_modes) {
  int a_first = a_modes & 3, a_second = a_modes >> 2 & 3;
  int b_first = b_modes & 3, b_second = b_modes >> 2 & 3;
  return (a1 >= 0 && ((a1 == b1 && (a_first | b_first) == MODE_WRITE) ||
                      (a1 == b2 && (a_first | b_second) == MODE_WRITE))) ||
         (a2 >= 0 && ((a2 == b1 && (a_second | b_first) == MODE_WRITE) ||
                      (a2 == b2 && (a_second | b_second) == MODE_WRITE)));
}

bool events_conflict(const struct event *a, const struct event *b) {
  return conflict(a->object, a->other, a->modes, b->object, b->other, b->modes);
}

void wake(const struct event *e) {
  if (e->kind == TIMEOUT) {
    sleeping.count = 0; /* everything depends on it */
    return;
  }
  int kept = 0;
  for (int i = 0; i < sleeping.count; i++) {
    struct sleeper *s = &sleeping.sleepers[i];
    if (s->thread != e->thread &&
        !conflict(s->object, s->other, s->modes, e->object, e->other, e->modes)) {
      sleeping.sleepers[kept++] = *s;
    }
  }
  sleeping.count = kept;
}

bool is_any_label_awake(int thread) {
  if (schedule.label_count <= 1) {
    schedule.label = schedule.label_count == 1 ? schedule.labels[0] : NONE;
    return is_awake_with(thread, schedule.label) && is_awake_with(thread, NONE);
  }
  int kept = 0;
  for (int k = 0; k < schedule.label_count; k++) {
    if (is_awake_with(thread, schedule.labels[k])) {
      schedule.labels[kept++] = schedule.labels[k];
    }
  }
  schedule.label_count = kept;
  schedule.label = kept > 0 ? schedule.labels[0] : NONE;
  return kept > 0;
}
