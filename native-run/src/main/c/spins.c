/*
 * Threads that wait by looking: a round of a loop that changes nothing need not be repeated.
 *
 * A thread that comes to the same operation again, at the same place of the program and in the same
 * state (registers, stack, the memory of the program), having changed nothing in between, also not
 * outside of the memory, goes round idly. After its first such round it stops until time passes, as described in
 * docs/algorithms/waiting.md. What others changed meanwhile does not count (states.c), or the round
 * would be idle in some executions of a trace class and not in others. Nor does that the round took
 * time or looked at the clock: if it did, the time that passes may be its own (docs/algorithms/time.md).
 *
 * To look at the state at every operation would cost too much: a place gets attention when a thread
 * came there several times in a row without effect, and each time that this was in vain it takes
 * twice as many. If the round is idle then, the place is revealed and the search starts again; from
 * then on every round counts.
 */
#include "spins.h"

#include "notices.h"
#include "numbers.h"
#include "primitives.h"
#include "runtime.h"
#include "scheduler.h"
#include "signals.h"
#include "states.h"
#include "told.h"

enum {
  PLACES = 8,     /* that are remembered of each thread */
  SUSPICIOUS = 4, /* so many rounds without effect, and a state is looked at */
  LEAST_SUSPICIOUS = 1 << 13, /* so many rounds, however often that was in vain */
  SUSPECTS = 256,
  MOST_ELSEWHERE = 64, /* so many operations at other places, and a round is not looked at */
  FIRST_LOOK = 1000,   /* how long a round takes at least, in nanoseconds */
  STEPS_PER_WAIT = 4,  /* how exactly it is found out when a loop comes to its end */
};

struct visit {
  uint32_t execution;
  uintptr_t pc, stack;
  int kind, object; /* one call of the program may do several operations */
  int event;   /* how many events there were */
  int effects; /* of the thread */
  uint64_t holds;
  unsigned outside; /* how often it had changed what is not in memory */
  int rounds;  /* in a row, without effect */
  bool has_state;
  bool is_inside;  /* a lock is held here that is given back before the next round */
  uint64_t state;  /* without what others changed */
  uint64_t others; /* how much they changed since it is looked at */
  unsigned looks;  /* how often the thread had looked at the clock */
  int64_t time;    /* what time it was for it */
  bool keeps_time; /* what the clock said counts */
};

/* A thread of which a round is looked at. */
struct watch {
  struct caller at;       /* where it stands */
  int elsewhere;          /* how many operations it did at other places */
  bool knows_memory;      /* the sum of the memory is that of now */
  bool is_small;          /* it could be looked at */
  uint64_t memory;        /* when it gave the turn to another */
  uint64_t stack[PLACES]; /* the same for its own stack, as far as each place needs it */
};

static KEEP struct visit visits[MAX_THREADS][PLACES];
static KEEP struct watch watches[MAX_THREADS];
static KEEP int spin_from[MAX_THREADS]; /* the first event of the last round */

/* The places that the engine made visible. */
static KEEP struct places known_loops, time_keepers;
static KEEP bool leaves_out_times = true; /* there is room to remember them */
static KEEP uint32_t known_at;

/* After how many rounds a place is looked at; places that share a suspect wait for each other. */
static KEEP int suspects[SUSPECTS];

static bool is_known_loop(uintptr_t pc) { return is_in(&known_loops, pc); }

// --- visits

static struct visit *visit_of(int thread, struct caller at, int kind, int object) {
  for (int i = 0; i < PLACES; i++) {
    struct visit *v = &visits[thread][i];
    if (v->execution == execution && v->pc == at.pc && v->stack == at.stack && v->kind == kind &&
        v->object == object) {
      return v;
    }
  }
  struct visit *v = &visits[thread][threads[thread].places++ % PLACES];
  *v = (struct visit){.execution = execution, .pc = at.pc, .stack = at.stack, .kind = kind,
                      .object = object, .rounds = -1,
                      .keeps_time = !leaves_out_times || is_in(&time_keepers, at.pc)};
  return v;
}

/* Whether an operation that changes something takes what another one gives back. */
static bool is_hold(int kind, bool *is_shared) {
  switch (kind) {
  case READ_LOCK:
  case TRY_READ_LOCK:
  case READ_UNLOCK:
    *is_shared = true;
    return true;
  case LOCK:
  case TRY_LOCK:
  case UNLOCK:
  case WRITE_LOCK:
  case TRY_WRITE_LOCK:
  case WRITE_UNLOCK:
  case ACQUIRE:
  case TRY_ACQUIRE:
  case RELEASE:
    *is_shared = false;
    return true;
  default:
    return false;
  }
}

/* How much an operation changes; what takes a lock or a permit is undone by what gives it back. */
static int effect_of(const struct event *e) {
  switch (e->kind) {
  case CHOICE:
  case PASS:
  case START:
  case JOIN:
    return 1;
  case UNLOCK:
  case READ_UNLOCK:
  case WRITE_UNLOCK:
  case RELEASE:
    return -1;
  default:
    return (e->modes & (MODE_SHARE | MODE_SHARE << 2)) != 0;
  }
}

/* Whether a thread goes round in a loop that is known, as far as it knows. */
static bool is_in_known_round(int thread) {
  for (int i = 0; i < PLACES; i++) {
    const struct visit *v = &visits[thread][i];
    if (v->execution == execution && v->has_state && is_known_loop(v->pc)) {
      return true;
    }
  }
  return false;
}

void spins_observe(const struct event *e) {
  struct thread *who = &threads[e->thread];
  if (UNLIKELY(known_loops.count > 0) && notices_can_be(e) && is_in_known_round(e->thread)) {
    notices_observe_in_round();
  }
  int effect = effect_of(e);
  who->effects += effect;
  bool is_shared = false;
  if (effect != 0 && is_hold(e->kind, &is_shared)) {
    who->holds += (uint64_t)effect * hold_of(e->object, is_shared);
  }
}

/* The last object that a thread has looked at in its round, for people. */
static int looked_at(int thread, int from) {
  for (int i = event_count - 1; i >= from; i--) {
    const struct event *e = event_number(i);
    if (e->thread == thread && e->object >= 0) {
      return e->object;
    }
  }
  return NONE;
}

// --- what others change while a thread does not have the turn

static bool is_watched(const struct visit *v) { return v->execution == execution && v->has_state; }

static uintptr_t upper(const struct visit *v, const struct watch *w) {
  return v->stack > w->at.stack ? v->stack : w->at.stack; /* what lies below is given up */
}

static void see_memory(const struct thread *me, struct watch *w) {
  if (!w->knows_memory) {
    w->memory = 0;
    w->is_small = memory_sum(me, &w->memory);
    w->knows_memory = true;
  }
}

/* The own stack, without what the clock said. */
static uint64_t own_sum(const struct thread *me, const struct visit *v, uintptr_t from) {
  return stack_sum(me, from) - (v->keeps_time ? 0 : told_sum(me, from));
}

void spins_leave(const struct thread *me) {
  struct watch *w = &watches[me->number];
  told_leave(me);
  see_memory(me, w);
  for (int i = 0; i < PLACES; i++) {
    const struct visit *v = &visits[me->number][i];
    w->stack[i] = is_watched(v) ? own_sum(me, v, upper(v, w)) : 0;
  }
}

void spins_return(const struct thread *me) {
  struct watch *w = &watches[me->number];
  uint64_t before = w->memory;
  bool was_small = w->is_small;
  w->knows_memory = false;
  told_return(me);
  see_memory(me, w);
  for (int i = 0; i < PLACES; i++) {
    struct visit *v = &visits[me->number][i];
    if (is_watched(v)) {
      v->has_state = was_small && w->is_small;
      v->others += w->memory - before + own_sum(me, v, upper(v, w)) - w->stack[i];
    }
  }
}

/* The words that have a number of an object; it is written by whoever comes first. */
static uint64_t identity_sum(const struct identity *of) {
  uintptr_t from = (uintptr_t)of & ~7ul, to = ((uintptr_t)(of + 1) + 7) & ~7ul;
  return words_sum((const void *)from, to - from);
}

static bool is_below(const struct identity *of, const struct visit *v) {
  uintptr_t low = (uintptr_t)region_of(self->number);
  return (uintptr_t)of >= low && (uintptr_t)of < v->stack;
}

void spins_identify(struct identity *of, struct identity as) {
  bool is_watching = is_active && self != NULL && self->is_watched;
  uint64_t before = is_watching ? identity_sum(of) : 0;
  *of = as;
  for (int i = 0; is_watching && i < PLACES; i++) {
    struct visit *v = &visits[self->number][i];
    if (is_watched(v) && !is_below(of, v)) {
      v->others += identity_sum(of) - before;
    }
  }
}

static void watch_no_more(struct thread *me) {
  me->is_watched = false;
  for (int i = 0; i < PLACES; i++) {
    visits[me->number][i].has_state = false;
  }
}

/* A thread that is watched comes to an operation. */
static void watch(struct thread *me, struct caller at) {
  struct watch *w = &watches[me->number];
  w->at = at;
  w->knows_memory = false;
  if (++w->elsewhere > MOST_ELSEWHERE) {
    watch_no_more(me);
  }
  for (int i = 0; i < PLACES; i++) {
    struct visit *v = &visits[me->number][i];
    v->is_inside |= me->effects < v->effects;
  }
}

/* What the runtime keeps of a thread and tells the program when it asks. */
static uint64_t kept_sum(const struct thread *me) {
  uint64_t words[] = {*signals_mask_of(me->number), me->cancel_disabled, me->cancel_asynchronous};
  return words_sum(me->values, sizeof me->values) + words_sum(words, sizeof words);
}

/* All that what the thread does next depends on, but for what others changed; whether it is known. */
static bool look(struct thread *me, struct visit *v, uint64_t *state) {
  struct watch *w = &watches[me->number];
  v->others = v->has_state ? v->others : 0;
  if (!me->is_watched) {
    me->is_watched = true;
    w->knows_memory = false;
  }
  w->at = (struct caller){v->pc, v->stack};
  w->elsewhere = 0;
  *state = kept_sum(me); /* that time passed, or was looked at, is no change */
  bool is_known = registers_sum(state); /* first: what unwinding keeps is part of the memory */
  see_memory(me, w);
  *state += w->memory + own_sum(me, v, v->stack) - v->others;
  return is_known && w->is_small;
}

// --- to stop

static bool never(const struct thread *t) {
  (void)t;
  return false;
}

/* When a thread looks again that waits for a time, if nothing else can run: at most a quarter late. */
static int64_t next_look(struct thread *me, int64_t took) {
  if (me->looks_in_vain++ == 0) {
    me->looks_since = me->time;
    return me->time;
  }
  int64_t step = (me->time - me->looks_since) / STEPS_PER_WAIT;
  step = step > took ? step : took;
  return deadline_of(me, step > FIRST_LOOK ? step : FIRST_LOOK);
}

/* One that looks at the clock has a time of its own, unless that would be after the end of time. */
static void wait_for_time(struct thread *me, int64_t took) {
  me->deadline = next_look(me, took);
  me->is_timed = me->deadline < LATEST;
  me->is_for_time = !me->is_timed;
  note_feature(me->is_timed ? HAS_POLLS : HAS_ENDLESS_POLLS);
  for (int i = 0; i < PLACES; i++) {
    visits[me->number][i].rounds = 0; /* one place of the loop is enough */
  }
}

/*
 * The thread goes round idly: it stops until time passes, and then looks again. The operation to
 * which it came may be one that gives up by itself; that it has stopped before it does not.
 */
static void stop(struct thread *me, const struct visit *v) {
  struct thread kept = {.amount = me->amount, .is_timed = me->is_timed, .deadline = me->deadline,
                        .is_sleeping = me->is_sleeping, .heeds_cancel = me->heeds_cancel,
                        .gave_up = me->gave_up, .options = me->options};
  spin_from[me->number] = v->event;
  notices_stop(me->number, v->event);
  me->is_spinning = true;
  me->is_timed = me->is_sleeping = me->heeds_cancel = me->is_for_time = false;
  me->options = NULL;
  note_feature(HAS_SPINS);
  if (v->looks != me->looks_at_clock) {
    wait_for_time(me, me->time - v->time);
  }
  stand_still(YIELD, looked_at(me->number, v->event), never);
  me->is_spinning = false;
  me->amount = kept.amount;
  me->is_timed = kept.is_timed;
  me->deadline = kept.deadline;
  me->is_sleeping = kept.is_sleeping;
  me->heeds_cancel = kept.heeds_cancel;
  me->gave_up = kept.gave_up;
  me->options = kept.options;
}

static int *suspect_of(uintptr_t pc) {
  return &suspects[pc * 0x9E3779B97F4A7C15ull >> 56];
}

/*
 * Whether a place that is not known gets attention now, for two rounds. What a schedule says is not
 * looked at: it does not go round for ever.
 */
static bool is_suspicious(const struct visit *v) {
  int after = SUSPICIOUS + *suspect_of(v->pc);
  return UNLIKELY(v->has_state) ||
         (UNLIKELY(v->rounds >= after) && v->rounds % after == 0 && !is_planned());
}

/* Next time it takes twice as many rounds. */
static void less_suspicious(uintptr_t pc) {
  int *suspect = suspect_of(pc);
  *suspect = *suspect < LEAST_SUSPICIOUS ? 2 * *suspect + SUSPICIOUS : *suspect;
}

/* It was not in vain: an execution that does the same finds it out at the same round. */
static void as_suspicious_as_before(uintptr_t pc) {
  int *suspect = suspect_of(pc);
  *suspect = *suspect < LEAST_SUSPICIOUS ? (*suspect - SUSPICIOUS) / 2 : *suspect;
}

/* Compares the state with that of the round before; stops if they are the same. */
static void compare(struct thread *me, struct visit *v, struct caller at, bool may_be_idle) {
  bool is_known = is_known_loop(at.pc);
  uint64_t state = 0;
  bool is_first = !v->has_state;
  bool is_seen = look(me, v, &state);
  if (is_seen && may_be_idle && !is_first && !v->is_inside && v->state == state) {
    bool is_new = !v->keeps_time && told_reveal(me, at, v->looks);
    bool counts = is_known && !is_new && notices_any_that_counts(me->number, v->event);
    if (is_known && !is_new && !counts) {
      stop(me, v);
      return;
    }
    if (!is_known) {
      as_suspicious_as_before(at.pc);
      reveal(object_number((const void *)at.pc, 1, MATTER_LOOP));
    }
    if (!counts) {
      end_execution(SLEEP_BLOCKED);
    }
  }
  me->looks_in_vain = is_known && !may_be_idle ? 0 : me->looks_in_vain;
  if (is_first && !is_known) {
    less_suspicious(at.pc);
  }
  v->has_state = is_seen && (is_first || is_known);
  v->state = state;
}

void spins_visit(struct thread *me, int kind, int object) {
  struct caller at = find_caller();
  struct visit *v = visit_of(me->number, at, kind, object);
  if (UNLIKELY(me->is_watched)) {
    watch(me, at);
  }
  bool may_be_idle = v->rounds >= 0 && v->effects == me->effects && v->holds == me->holds &&
                     v->outside == me->outside && event_count > v->event;
  v->rounds = may_be_idle ? v->rounds + 1 : 0;
  if (UNLIKELY((known_loops.count > 0 && is_known_loop(at.pc)) || is_suspicious(v))) {
    compare(me, v, at, may_be_idle);
    if (!v->keeps_time) {
      told_leave_out(me, at);
    }
  } else {
    v->has_state = false;
  }
  v->effects = me->effects;
  v->holds = me->holds;
  v->outside = me->outside;
  v->is_inside = false;
  v->event = event_count;
  v->looks = me->looks_at_clock;
  v->time = me->time;
}

// --- known loops

void spins_begin_execution(void) {
  told_begin_execution();
  if (known_at != shared->visibility) {
    known_at = shared->visibility;
    find_places(&known_loops, MATTER_LOOP);
    find_places(&time_keepers, MATTER_TIMES);
    leaves_out_times = told_find_words() && time_keepers.count < MAX_PLACES;
  }
}

// --- the end of an execution in which threads go round

static bool is_change(int mode) { return (mode & MODE_SHARE) != 0; }

static bool is_changed_after(int look) {
  const struct event *l = event_number(look);
  for (int i = look + 1; l->object >= 0 && i < event_count; i++) {
    const struct event *e = event_number(i);
    if (e->thread != l->thread && ((e->object == l->object && is_change(e->modes & 3)) ||
                                   (e->other == l->object && is_change(e->modes >> 2 & 3)))) {
      return true;
    }
  }
  return false;
}

/* Has something changed since a thread looked at it for the last time? Then it would go on. */
static bool would_go_on(int thread) {
  for (int i = spin_from[thread]; i < event_count; i++) {
    if (event_number(i)->thread == thread && is_changed_after(i)) {
      return true;
    }
  }
  return false;
}

bool spins_any(void) {
  for (int t = 0; t < thread_end; t++) {
    if (threads[t].phase == STANDING && threads[t].is_spinning) {
      return true;
    }
  }
  return false;
}

bool spins_would_go_on(void) {
  for (int t = 0; t < thread_end; t++) {
    if (threads[t].phase == STANDING && threads[t].is_spinning && would_go_on(t)) {
      return true;
    }
  }
  return false;
}

static bool is_of_last_round(int i) {
  int thread = event_number(i)->thread;
  return thread != CLOCK && threads[thread].phase == STANDING && threads[thread].is_spinning &&
         i >= spin_from[thread];
}

static bool is_noticed(int i) {
  for (int j = i + 1; j < event_count; j++) {
    if (!is_of_last_round(j) && events_conflict(event_number(i), event_number(j))) {
      return true;
    }
  }
  return false;
}

/* Nothing depends on the last rounds but these rounds: all of them may happen again. */
bool spins_go_round_together(void) {
  for (int i = 0; i < event_count; i++) {
    if (is_of_last_round(i) && is_noticed(i)) {
      return false;
    }
  }
  return true;
}
