/*
 * Who goes on: executes the program once, as a schedule says.
 *
 * Whoever has the turn runs until it stands at a visible operation, and decides there who goes on.
 * If it is to go on itself nothing is switched. The same rules as in the front end for Java
 * (dev.clew.jvm.run.Execution and Chooser); the search relies on both doing the same.
 */
#include "scheduler.h"

#include <stdio.h>

#include "schedule.h"

KEEP struct shared *shared;
KEEP struct thread threads[MAX_THREADS];
KEEP struct thread *self;
KEEP bool is_active;
KEEP int thread_end;
KEEP int event_count;
KEEP uint32_t execution;
KEEP bool is_exiting;
KEEP bool records_details;
KEEP struct schedule schedule;

// --- a schedule begins

void *shared_at(uint64_t offset) { return (char *)shared + offset; }

static int next_turn_due(void) {
  bool is_any_left = (uint32_t)schedule.next_turn < shared->wanted_turns;
  return is_any_left ? schedule.wanted_turns[schedule.next_turn].events : INT32_MAX;
}

void schedule_begin(void) {
  uint32_t limit = shared->step_limit;
  schedule.steps = shared_at(shared->steps_at);
  schedule.events = shared_at(shared->events_at);
  schedule.wanted_turns = shared_at(shared->wanted_turns_at);
  schedule.turns = shared_at(shared->turns_at);
  schedule.next_turn = 0;
  schedule.turn_due = next_turn_due();
  schedule.option_pool = shared_at(shared->options_at);
  schedule.enabled_pool = shared_at(shared->enabled_at);
  schedule.common = (int)shared->common;
  schedule.planned = (int)shared->length;
  uint32_t room = shared->event_capacity - MAX_THREADS; /* when time passes all may look again */
  schedule.limit = (int)(limit < room ? limit : room);
  schedule.records_enabled = (shared->flags & RECORDS_ENABLED) != 0;
  records_details = (shared->flags & RECORDS_DETAILS) != 0;
  bool stops = records_details && (shared->flags & STOPS_AFTER_STEPS) != 0;
  schedule.stop_at = stops ? schedule.planned : -1;
  schedule.policy = (enum policy)shared->policy;
  schedule.random_state = shared->seed;
  schedule.run_length = 0;
  schedule.long_run = limit / 10 > 1000 ? 1000 : limit / 10 < 1 ? 1 : (int)(limit / 10);
  schedule.runner = NONE;
  schedule.announced = -1;
  schedule.option_top = schedule.enabled_top = 0;
  event_count = 0;
  is_exiting = false;
  sleepers_begin();
  recording_begin();
  time_begin_execution();
  shared->ending = COMPLETED;
  shared->events = shared->options = shared->enabled = 0;
  shared->blocked = shared->races = shared->revealed = shared->failures = 0;
  shared->starts_again = 0;
  shared->turns = 0;
  shared->text = 0;
}

// --- what could happen instead

void announce_nothing(void) {
  schedule.announced = event_count;
  schedule.announced_options = schedule.announced_enabled = 0;
}

/* What is not told would not be explored. */
static _Noreturn void too_many_alternatives(void) {
  refuse("an execution has more than %u alternatives; check a smaller part of the program, or give"
         " a lower --steps",
         shared->option_capacity);
}

void announce_enabled(int thread) {
  if (UNLIKELY(schedule.enabled_top == shared->option_capacity)) {
    too_many_alternatives();
  }
  schedule.enabled_pool[schedule.enabled_top++] = thread;
  schedule.announced_enabled++;
}

void announce_labels(void) {
  for (int k = 0; schedule.label_count > 1 && k < schedule.label_count; k++) {
    if (UNLIKELY(schedule.option_top == shared->option_capacity)) {
      too_many_alternatives();
    }
    schedule.option_pool[schedule.option_top++] = schedule.labels[k];
    schedule.announced_options++;
  }
}

/* Records what could happen instead of the next event of a thread. */
static void announce(const struct thread *t) {
  if (schedule.announced == event_count) {
    return;
  }
  announce_nothing();
  for (int u = 0; schedule.records_enabled && u < thread_end; u++) {
    if (is_enabled(&threads[u])) {
      announce_enabled(u);
    }
  }
  if (t->options != NULL) {
    schedule.label_count = t->options(t, schedule.labels);
    announce_labels();
  }
}

// --- the decision

static int over(enum ending ending) {
  shared->ending = ending;
  return NONE;
}

int diverge(const char *format, int who) {
  char text[96];
  snprintf(text, sizeof text, format, who);
  divergence_in_words(event_count, text);
  return over(DIVERGED);
}

static int planned_thread(void) {
  int i = event_count;
  if (i >= schedule.limit) {
    return over(STEP_LIMIT);
  }
  int next = i < schedule.common ? schedule.events[i].thread : schedule.steps[i].thread;
  schedule.label = i < schedule.common ? schedule.events[i].label : schedule.steps[i].label;
  struct thread *t = next >= 0 && next != CLOCK && next < thread_end ? &threads[next] : NULL;
  bool can_go_on = t != NULL && is_enabled(t);
  int local = can_go_on ? NONE : any_local();
  if (local != NONE) {
    return local; /* to come to its end may be what lets others go on */
  }
  if (next == CLOCK) {
    if (schedule.label == ANY_LABEL) {
      schedule.label = is_time_passing() ? schedule.label : ANY_LABEL;
    }
    return CLOCK;
  }
  if (!can_go_on) {
    return diverge("thread %d cannot go on", next);
  }
  if (t->phase == LOCAL) {
    return next;
  }
  if (schedule.label == ANY_LABEL) {
    int asked = is_awake(t) ? schedule.label : ANY_LABEL;
    schedule.label = asked;
  }
  if (i >= schedule.common) {
    int kept = schedule.label;
    announce(t);
    schedule.label = kept;
  }
  return next;
}

static int free_thread(void) {
  int next = choose(event_count == 0 ? MAIN : schedule.events[event_count - 1].thread);
  if (next == NONE) {
    return over(sleeping.saw_one ? SLEEP_BLOCKED : maximal_ending());
  }
  if (next != CLOCK && threads[next].phase == LOCAL) {
    return next;
  }
  if (event_count >= schedule.limit) {
    int local = any_local();
    return local != NONE ? local : over(STEP_LIMIT);
  }
  if (next != CLOCK) {
    int kept = schedule.label;
    announce(&threads[next]);
    schedule.label = kept;
  }
  return next;
}

/* The thread that is to run on now to where it stands as the schedule wants it, or NONE. */
static int wanted_turn(void) {
  while (event_count >= schedule.turn_due) {
    int t = schedule.wanted_turns[schedule.next_turn++].thread;
    schedule.turn_due = next_turn_due();
    if (t >= 0 && t < thread_end && threads[t].phase == LOCAL) {
      return t;
    }
  }
  return NONE;
}

/* Notes that a thread runs on to where it stands; beyond the capacity the schedule leaves it open. */
static void note_turn(int t) {
  if (shared->turns < shared->turn_capacity) {
    schedule.turns[shared->turns++] = (struct turn){event_count, t};
  }
}

static int decide_who(void) {
  for (;;) {
    if (UNLIKELY(event_count >= schedule.turn_due)) {
      int wanted = wanted_turn();
      if (wanted != NONE) {
        return wanted;
      }
    }
    if (schedule.records_enabled) {
      int local = any_local();
      if (local != NONE) {
        return local;
      }
    }
    int next = event_count < schedule.planned ? planned_thread() : free_thread();
    if (next != CLOCK) {
      return next;
    }
    if (!pass_time()) {
      return NONE;
    }
  }
}

/* The thread that goes on, or NONE if the execution is over; lets time pass where it must. */
int decide(void) {
  int next = decide_who();
  if (next != NONE && UNLIKELY(threads[next].phase == LOCAL)) {
    note_turn(next);
  }
  return next;
}
