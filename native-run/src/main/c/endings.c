/* How an execution ended, and what is told of threads that wait then. */
#include "notices.h"
#include "primitives.h"
#include "schedule.h"
#include "scheduler.h"
#include "spins.h"

/* Whether threads that go round would go on, or what they looked at was no operation. */
static bool is_cut_short(void) {
  return shared->races > 0 || shared->revealed > 0 ||
         (spins_would_go_on() && !spins_go_round_together());
}

/*
 * A failure ends the process of a C program. Here the other threads go on, so that the search sees
 * what they do; that they wait for the one that failed is no deadlock.
 */
enum ending maximal_ending(void) {
  if (is_exiting || shared->failures > 0 || (spins_any() && is_cut_short())) {
    return COMPLETED;
  }
  for (int t = 0; t < thread_end; t++) {
    if (threads[t].phase == STANDING) {
      return DEADLOCK;
    }
  }
  return COMPLETED;
}

/* A blocked thread is asked where it is, for a deadlock: only it can look at its stack. */
void tell_position(struct thread *me) {
  while (UNLIKELY(schedule.is_asking)) {
    me->position = place_here();
    switch_to(NONE);
  }
}

static void ask_for_positions(void) {
  schedule.is_asking = true;
  for (int t = 0; t < thread_end; t++) {
    if (threads[t].phase == STANDING) {
      switch_to(t);
    }
  }
  schedule.is_asking = false;
}

/* Records what blocked threads wait for; who ended the program waits for nothing. */
static void add_blocked(void) {
  struct blocked *rows = shared_at(shared->blocked_at);
  for (int t = 0; t < thread_end; t++) {
    const struct thread *who = &threads[t];
    if (who->phase != STANDING || who->has_halted || is_enabled(who)) {
      continue;
    }
    bool is_waiting = who->waits_at != NONE && who->kind == REACQUIRE;
    bool is_coming_back = who->kind == REACQUIRE && !is_waiting;
    rows[shared->blocked++] = (struct blocked){
        .thread = t,
        .kind = who->kind,
        .object = who->kind == JOIN ? NONE : who->object,
        .amount = who->kind == ACQUIRE                    ? who->amount
                  : who->is_spinning && who->is_for_time ? FOR_TIME
                                                         : 0,
        .link = is_coming_back ? who->ender : NONE,
        .target = who->kind == JOIN ? awaited_end(who) : is_waiting ? who->waits_at : NONE,
        .position = who->position,
    };
  }
}

void schedule_end(void) {
  finish_late_value();
  if (shared->ending == DEADLOCK && !records_details) {
    ask_for_positions();
  }
  rounds_end();
  notices_end();
  add_blocked(); /* what is left when the program ends races as usual */
  if (records_details) {
    tell_allocations();
  }
  shared->options = schedule.option_top;
  shared->enabled = schedule.enabled_top;
}
