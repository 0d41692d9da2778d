/*
 * Whether it may make a difference that sleeps end early.
 *
 * A short sleep ends at any moment, and what waits for a time gives up only when nothing else can
 * run. So a wait that is due while another thread would still sleep is never explored to give up
 * then. Where a thread slept, and when what it waited for was due, is the same in all executions of
 * a trace class, and so is whether the two meet. As dev.clew.jvm.run.ShortSleeps.
 */
#include "control.h"
#include "primitives.h"

static bool have_met(void) { return (shared->features & HAS_OUTLASTED_WAITS) != 0; }

static void add(struct spans *spans, int64_t begin, int64_t end) {
  int last = spans->count - 1;
  bool touches = last >= 0 && begin <= spans->ends[last] + 1 && end >= spans->begins[last] - 1;
  if (touches || spans->count == MOST_SPANS) {
    spans->begins[last] = spans->begins[last] < begin ? spans->begins[last] : begin;
    spans->ends[last] = spans->ends[last] > end ? spans->ends[last] : end;
  } else {
    spans->begins[spans->count] = begin;
    spans->ends[spans->count++] = end;
  }
}

static bool meet(const struct spans *spans, int64_t begin, int64_t end) {
  for (int k = 0; k < spans->count; k++) {
    if (spans->begins[k] <= end && begin <= spans->ends[k]) {
      return true;
    }
  }
  return false;
}

/* Whether another thread slept, or waited for something due, in this span. */
static void find(bool slept, int64_t begin, int64_t end) {
  for (int t = 0; t < thread_end; t++) {
    const struct thread *other = &threads[t];
    if (other->phase != ABSENT && other != self &&
        meet(slept ? &other->short_sleeps : &other->due_times, begin, end)) {
      note_feature(HAS_OUTLASTED_WAITS);
    }
  }
}

void note_short_sleep(int64_t deadline) {
  note_feature(HAS_SHORT_SLEEPS);
  if (!have_met()) {
    int64_t begin = shown(self->time) + 1, end = shown(deadline);
    add(&self->short_sleeps, begin, end);
    find(false, begin, end);
  }
}

void note_wait(int64_t deadline) {
  if (!have_met() && !self->is_spinning) {
    int64_t due = shown(deadline);
    add(&self->due_times, due, due);
    find(true, due, due);
  }
}
