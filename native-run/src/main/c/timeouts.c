/* When time passes: timed operations give up if nothing else can run, cancelled ones too. */
#include "primitives.h"
#include "schedule.h"
#include "scheduler.h"
#include "spins.h"

static bool can_give_up(const struct thread *t) {
  bool is_coming_back = t->kind == REACQUIRE && t->waits_at == NONE;
  /* A failure ends a process: nobody goes round after it. */
  bool is_over = t->kind == YIELD && !t->is_sleeping && shared->failures > 0;
  return t->phase == STANDING && t->is_timed && !is_coming_back && !is_over;
}

static bool is_ended_by_cancel(const struct thread *t) {
  return t->phase == STANDING && t->heeds_cancel && t->cancel_requested;
}

static bool wakes_with_others(const struct thread *t) {
  return t->is_sleeping || t->is_spinning || is_time_exact();
}

/* Keeps those who are due first; of those who wake together one. */
static void keep_first(void) {
  int64_t first = INT64_MAX;
  for (int k = 0; k < schedule.label_count; k++) {
    int64_t due = shown(threads[schedule.labels[k]].deadline);
    first = due < first ? due : first;
  }
  int kept = 0;
  int timely = 0;
  bool wakes = false;
  for (int k = 0; k < schedule.label_count; k++) {
    const struct thread *t = &threads[schedule.labels[k]];
    if (shown(t->deadline) > first) {
      note_feature(HAS_ORDER);
    } else if (!wakes_with_others(t) || !wakes) {
      wakes |= wakes_with_others(t);
      schedule.labels[kept++] = t->number;
      timely++;
    }
  }
  schedule.label_count = kept;
  if (timely > 1) {
    note_feature(HAS_TURNS);
  }
}

/*
 * Puts the threads that could give up into the labels, if nothing else can run. No time passes as
 * long as somebody can go on because of a cancellation.
 */
static void find_timeouts(void) {
  bool any_cancelled = false;
  schedule.label_count = 0;
  if (is_exiting || (spins_any() && spins_would_go_on() && !spins_go_round_together())) {
    return; /* no time passes as long as somebody could go on */
  }
  for (int t = 0; t < thread_end; t++) {
    if (threads[t].phase == ABSENT || threads[t].phase == ENDED) {
      continue;
    }
    if (is_enabled(&threads[t])) {
      schedule.label_count = 0;
      return;
    }
    bool is_cancelled = is_ended_by_cancel(&threads[t]);
    if (is_cancelled && !any_cancelled) {
      any_cancelled = true;
      schedule.label_count = 0;
    }
    if (is_cancelled || (!any_cancelled && can_give_up(&threads[t]))) {
      schedule.labels[schedule.label_count++] = t;
    }
  }
  if (!any_cancelled && schedule.label_count > 1) {
    keep_first();
  }
}

bool is_time_passing(void) {
  find_timeouts();
  return schedule.label_count > 0 && is_any_label_awake(CLOCK);
}

/* The operation of a blocked thread gives up; the thread finds out what to do. */
static void give_up(struct thread *t) {
  bool is_wait = t->kind == REACQUIRE;
  int kind = is_wait ? WAIT : t->kind;
  bool has_object =
      kind == LOCK || kind == ACQUIRE || kind == READ_LOCK || kind == WRITE_LOCK;
  if (is_wait) {
    t->waits_at = NONE;
    t->ender = event_count;
    t->was_notified = false;
  } else {
    t->phase = LOCAL;
  }
  t->gave_up = true;
  t->is_spinning = false;
  if (!t->gave_up_cancelled && !t->looks_again) {
    time_lets_go_on(t);
  }
  struct event e = event_of(TIMEOUT, NONE, 0);
  e.thread = CLOCK;
  e.label = e.target = t->number;
  e.before = kind;
  e.expected = has_object ? t->object : NONE;
  e.amount = t->amount;
  e.position = t->position;
  record_event(e);
}

static void give_up_too(struct thread *t) {
  announce_nothing();
  if (schedule.records_enabled && event_count >= schedule.common) {
    announce_enabled(CLOCK);
  }
  give_up(t);
}

/* Who is due and wakes with others does, and who waits by looking looks again. */
static void wake_others(void) {
  for (int t = 0; t < thread_end && shared->ending != DIVERGED; t++) {
    struct thread *who = &threads[t];
    bool wakes = can_give_up(who) && wakes_with_others(who) && is_due(who);
    if (who->phase == STANDING && (who->is_spinning || wakes)) {
      who->gave_up_cancelled = false;
      give_up_too(who);
    }
  }
}

/* Blocked threads that can be cancelled look again whether they were: decision 0004. */
static void look_again(void) {
  for (int t = 0; t < thread_end && shared->ending != DIVERGED; t++) {
    struct thread *who = &threads[t];
    if (who->phase == STANDING && who->heeds_cancel && is_visible(own_object(t, MATTER_CANCEL))) {
      who->looks_again = true;
      give_up_too(who);
    }
  }
}

bool pass_time(void) {
  int asked = schedule.label;
  find_timeouts();
  bool is_there = asked < 0;
  for (int k = 0; k < schedule.label_count; k++) {
    is_there |= schedule.labels[k] == asked;
  }
  if (schedule.label_count == 0 || !is_there) {
    diverge("thread %d cannot give up an operation here", asked);
    return false;
  }
  announce_nothing();
  if (event_count >= schedule.common) {
    if (schedule.records_enabled) {
      announce_enabled(CLOCK);
    }
    announce_labels();
  }
  struct thread *first = &threads[asked >= 0 ? asked : schedule.labels[0]];
  first->gave_up_cancelled = is_ended_by_cancel(first);
  if (!first->gave_up_cancelled) {
    clock_moves_to(first->deadline);
  }
  give_up(first);
  wake_others();
  look_again();
  return shared->ending != DIVERGED;
}
