/*
 * What the parts of the scheduler share: the schedule, the choice under way, and what sleeps.
 *
 * scheduler.c decides who goes on, choosing.c where the schedule leaves it open, timeouts.c when
 * time passes. recording.c is where threads stand and what they did is written down, sleepers.c
 * which operations are not to be chosen, endings.c what is told at the end.
 */
#ifndef CLEW_SCHEDULE_H
#define CLEW_SCHEDULE_H

#include "runtime.h"

struct schedule {
  /* what the engine wants */
  struct step *steps;
  struct event *events; /* of the execution before, as far as it is common, and of this one */
  struct turn *wanted_turns, *turns;
  int next_turn, turn_due; /* the next of the wanted turns, and after how many events it is due */
  int common, planned, limit, stop_at;
  bool records_enabled;
  enum policy policy;
  uint64_t random_state;

  /* what could have happened instead of events */
  int32_t *option_pool, *enabled_pool;
  uint32_t option_top, enabled_top;
  int announced, announced_options, announced_enabled;

  /* the choice under way: the alternatives of an operation, and which is chosen */
  int label;
  int label_count;
  int32_t labels[MAX_THREADS];
  int run_length, runner; /* how many operations in a row, and whose */
  int long_run;           /* so many, and another thread gets its turn: Schedule.longRun */

  bool is_asking; /* blocked threads are asked where they are */
};

struct sleeping {
  int count, steps_before;
  bool saw_one; /* something was not chosen because it sleeps */
  struct sleeper sleepers[MAX_THREADS * 4];
};

extern KEEP struct schedule schedule;
extern KEEP struct sleeping sleeping;

/* --- what threads can do */

static inline bool is_enabled(const struct thread *t) {
  if (t->phase != STANDING) {
    return t->phase == LOCAL;
  }
  return t->gate == NULL || t->gate(t);
}

static inline int any_local(void) {
  for (int t = 0; t < thread_end; t++) {
    if (threads[t].phase == LOCAL) {
      return t;
    }
  }
  return NONE;
}

/* --- what sleeps (sleepers.c) */

void sleepers_begin(void);
/* What depends on an event does not sleep any longer. */
void wake(const struct event *e);
/* Keeps the labels that are awake, and chooses the first. */
bool is_any_label_awake(int thread);

static inline bool is_awake_with(int thread, int asked) {
  for (int i = 0; i < sleeping.count; i++) {
    if (sleeping.sleepers[i].thread == thread && sleeping.sleepers[i].label == asked) {
      sleeping.saw_one = true;
      return false;
    }
  }
  return true;
}

/* Whether the operation at which a thread stands is awake with some label. */
static inline bool is_awake(const struct thread *t) {
  schedule.label_count = t->options == NULL ? 0 : t->options(t, schedule.labels);
  if (LIKELY(schedule.label_count == 0)) {
    schedule.label = NONE;
    return is_awake_with(t->number, NONE);
  }
  return is_any_label_awake(t->number);
}

/* --- decisions */

/* A thread, CLOCK if time is to pass, NONE if nothing that is awake can run (choosing.c). */
int choose(int last);
/* Whether nothing but time can go on, and is awake (timeouts.c). */
bool is_time_passing(void);
/* A thread gives up, the one that the label says; whether it could (timeouts.c). */
bool pass_time(void);
/* The program cannot do what the schedule says. */
int diverge(const char *format, int who);

/* Records what could happen instead of the next event. */
void announce_nothing(void);
void announce_enabled(int thread);
void announce_labels(void);

/* --- values and positions that are told late */

void recording_begin(void);
void finish_late_value(void);
/* A blocked thread that is asked where it is tells it (endings.c). */
void tell_position(struct thread *me);
/* The program may end: whoever would go round for ever is to have few rounds (rounds.c). */
void rounds_end(void);
/* How an execution ended in which nothing can go on (endings.c). */
enum ending maximal_ending(void);

#endif
