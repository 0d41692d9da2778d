/*
 * Who goes on: executes the program once, as a schedule says.
 *
 * Whoever has the turn runs until it stands at a visible operation, and decides there who goes on.
 * If it is to go on itself nothing is switched. The same rules as in the front end for Java
 * (dev.clew.jvm.run.Execution and Chooser); the search relies on both doing the same.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "runtime.h"
#include "scheduler.h"
#include "spins.h"

enum { LONG_RUN = 1000 }; /* so many operations of one thread in a row, and another gets its turn */

KEEP struct shared *shared;
KEEP struct thread threads[MAX_THREADS];
KEEP struct thread *self;
KEEP bool is_active;
KEEP int thread_end;
KEEP int event_count;
KEEP uint32_t execution;
KEEP bool is_exiting;
KEEP bool records_details;

/* the schedule */
static KEEP struct step *steps;
static KEEP struct event *events;
static KEEP int32_t *option_pool, *enabled_pool;
static KEEP int common, planned, limit, stop_at;
static KEEP bool records_enabled;
static KEEP enum policy policy;
static KEEP uint64_t random_state;

/* what sleeps */
static KEEP struct sleeper sleepers[MAX_THREADS * 4];
static KEEP int sleeper_count, steps_before_sleep;
static KEEP bool saw_sleeper;

/* the choice under way */
static KEEP int label;
static KEEP int32_t labels[MAX_THREADS];
static KEEP int label_count;
static KEEP int run_length, runner;
static KEEP int announced, announced_options, announced_enabled;
static KEEP uint32_t option_top, enabled_top;

/* a write whose value is not there yet, for reports */
static KEEP const volatile void *late_address;
static KEEP uint32_t late_size;
static KEEP int late_event;

static KEEP bool is_asking; /* blocked threads are asked where they are */

// --- a schedule begins

void schedule_begin(void) {
  steps = shared_at(shared->steps_at);
  events = shared_at(shared->events_at);
  option_pool = shared_at(shared->options_at);
  enabled_pool = shared_at(shared->enabled_at);
  common = (int)shared->common;
  planned = (int)shared->length;
  limit = shared->step_limit < shared->event_capacity ? (int)shared->step_limit
                                                      : (int)shared->event_capacity;
  records_enabled = (shared->flags & RECORDS_ENABLED) != 0;
  records_details = (shared->flags & RECORDS_DETAILS) != 0;
  stop_at = records_details && (shared->flags & STOPS_AFTER_STEPS) != 0 ? planned : -1;
  policy = (enum policy)shared->policy;
  random_state = shared->seed;
  sleeper_count = (int)shared->sleepers;
  if (sleeper_count > 0) {
    memcpy(sleepers, shared_at(shared->sleepers_at),
           (size_t)sleeper_count * sizeof(struct sleeper));
  }
  steps_before_sleep = shared->steps_before_sleep;
  run_length = 0;
  runner = NONE;
  announced = -1;
  option_top = enabled_top = 0;
  event_count = 0;
  late_event = NONE;
  is_exiting = false;
  shared->ending = COMPLETED;
  shared->events = shared->options = shared->enabled = 0;
  shared->blocked = shared->races = shared->revealed = shared->failures = 0;
  shared->starts_again = 0;
  shared->text = 0;
}

void *shared_at(uint64_t offset) { return (char *)shared + offset; }

// --- what threads can do

/* Threads that are left when the program ends go on until they block or give way. */
static bool is_enabled(const struct thread *t) {
  if (t->phase != STANDING) {
    return t->phase == LOCAL;
  }
  if (UNLIKELY(is_exiting) && t->kind == YIELD) {
    return false;
  }
  return t->gate == NULL || t->gate(t);
}

static int any_local(void) {
  for (int t = 0; t < thread_end; t++) {
    if (threads[t].phase == LOCAL) {
      return t;
    }
  }
  return NONE;
}

static bool can_give_up(const struct thread *t) {
  bool is_coming_back = t->kind == REACQUIRE && t->waits_at == NONE;
  return t->phase == STANDING && t->is_timed && !is_coming_back;
}

static bool is_ended_by_cancel(const struct thread *t) {
  return t->phase == STANDING && t->heeds_cancel && t->cancel_requested;
}

/*
 * Puts the threads that could give up into the labels, if nothing else can run. No time passes as
 * long as somebody can go on because of a cancellation.
 */
static void find_timeouts(void) {
  bool any_cancelled = false;
  label_count = 0;
  if (is_exiting || (spins_any() && spins_would_go_on())) {
    return; /* no time passes as long as somebody could go on */
  }
  for (int t = 0; t < thread_end; t++) {
    if (threads[t].phase == ABSENT || threads[t].phase == ENDED) {
      continue;
    }
    if (is_enabled(&threads[t])) {
      label_count = 0;
      return;
    }
    bool is_cancelled = is_ended_by_cancel(&threads[t]);
    if (is_cancelled && !any_cancelled) {
      any_cancelled = true;
      label_count = 0;
    }
    if (is_cancelled || (!any_cancelled && can_give_up(&threads[t]))) {
      labels[label_count++] = t;
    }
  }
}

// --- what sleeps

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

static void wake(const struct event *e) {
  if (e->kind == TIMEOUT) {
    sleeper_count = 0; /* everything depends on it */
    return;
  }
  int kept = 0;
  for (int i = 0; i < sleeper_count; i++) {
    struct sleeper *s = &sleepers[i];
    if (s->thread != e->thread && 
        !conflict(s->object, s->other, s->modes, e->object, e->other, e->modes)) {
      sleepers[kept++] = *s;
    }
  }
  sleeper_count = kept;
}

static bool is_awake_with(int thread, int asked) {
  for (int i = 0; i < sleeper_count; i++) {
    if (sleepers[i].thread == thread && sleepers[i].label == asked) {
      saw_sleeper = true;
      return false;
    }
  }
  return true;
}

/* Keeps the labels that are awake, and chooses the first. */
static bool is_any_label_awake(int thread) {
  if (label_count <= 1) {
    label = label_count == 1 ? labels[0] : NONE;
    return is_awake_with(thread, label) && is_awake_with(thread, NONE);
  }
  int kept = 0;
  for (int k = 0; k < label_count; k++) {
    if (is_awake_with(thread, labels[k])) {
      labels[kept++] = labels[k];
    }
  }
  label_count = kept;
  label = kept > 0 ? labels[0] : NONE;
  return kept > 0;
}

/* Whether the operation at which a thread stands is awake with some label. */
static bool is_awake(const struct thread *t) {
  label_count = t->options == NULL ? 0 : t->options(t, labels);
  if (LIKELY(label_count == 0)) {
    label = NONE;
    return is_awake_with(t->number, NONE);
  }
  return is_any_label_awake(t->number);
}

static bool is_time_passing(void) {
  find_timeouts();
  return label_count > 0 && is_any_label_awake(CLOCK);
}

// --- who goes on where the schedule leaves it open

static uint32_t below(uint32_t bound) { /* SplitMix64 */
  random_state += 0x9E3779B97F4A7C15ull;
  uint64_t z = random_state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  z ^= z >> 31;
  return (uint32_t)(((z >> 32) * bound) >> 32);
}

/* Whether a thread that can go on may be chosen: its operation is unknown, or awake. */
static bool is_ready(const struct thread *t) {
  return t->phase == LOCAL ? is_awake_with(t->number, NONE) : is_awake(t);
}

static int thread_after(int last) {
  for (int i = 1; i < thread_end; i++) {
    int t = (last + i) % thread_end;
    if (is_enabled(&threads[t]) && is_ready(&threads[t])) {
      return t;
    }
  }
  return NONE;
}

static int lowest_thread(void) {
  bool any = false;
  for (int t = 0; t < thread_end; t++) {
    if (is_enabled(&threads[t])) {
      any = true;
      if (is_ready(&threads[t])) {
        return t;
      }
    }
  }
  return !any && is_time_passing() ? CLOCK : NONE;
}

static int run_on(int last) {
  if (UNLIKELY(run_length >= LONG_RUN)) {
    int other = thread_after(last);
    if (other != NONE) {
      return other;
    }
  }
  const struct thread *same = &threads[last];
  if (is_enabled(same) && (same->phase == LOCAL || is_awake(same))) {
    return last;
  }
  return lowest_thread();
}

static int any_thread(void) {
  int32_t awake[MAX_THREADS];
  int count = 0;
  bool any = false;
  for (int t = 0; t < thread_end; t++) {
    if (is_enabled(&threads[t])) {
      any = true;
      if (threads[t].phase == LOCAL) {
        return t;
      }
      if (is_awake(&threads[t])) {
        awake[count++] = t;
      }
    }
  }
  int chosen = CLOCK;
  if (count > 0) {
    chosen = awake[below((uint32_t)count)];
    is_awake(&threads[chosen]);
  } else if (any || !is_time_passing()) {
    return NONE;
  }
  if (label_count > 1) {
    label = labels[below((uint32_t)label_count)];
  }
  return chosen;
}

/* The strongest mode that an operation of a kind may turn out to have. */
static int strongest_mode(int kind) {
  switch (kind) {
  case READ:
  case IS_ALIVE:
    return MODE_READ;
  case UNPARK:
  case RELEASE:
  case READ_LOCK:
  case READ_UNLOCK:
  case TRY_READ_LOCK:
    return MODE_SHARE;
  case JOIN:
  case YIELD:
  case CHOICE:
  case TIMEOUT:
  case PASS:
    return MODE_NONE;
  default:
    return MODE_WRITE;
  }
}

static int picked_thread(void) {
  int local = any_local();
  if (local != NONE) {
    return local;
  }
  struct offer *offers = shared_at(shared->offers_at);
  uint32_t count = 0;
  for (int t = 0; t < thread_end; t++) {
    if (is_enabled(&threads[t])) {
      offers[count++] = (struct offer){t, threads[t].object, strongest_mode(threads[t].kind)};
    }
  }
  if (count == 0 && !is_time_passing()) {
    return NONE;
  }
  int chosen = CLOCK;
  if (count > 0) {
    shared->offers = count;
    chosen = ask(PICK_THREAD);
    is_awake(&threads[chosen]);
  }
  if (label_count > 1) {
    shared->offers = (uint32_t)label_count;
    label = labels[ask(PICK_OPTION)];
  }
  return chosen;
}

static int choose(int last) {
  saw_sleeper = false;
  switch (policy) {
  case RANDOM:
    return any_thread();
  case PICKED:
    return picked_thread();
  default:
    return run_on(last);
  }
}

// --- the decision

static int over(enum ending ending) {
  shared->ending = ending;
  return NONE;
}

/* Whether threads that go round would go on, or what they looked at was no operation. */
static bool is_cut_short(void) {
  return shared->races > 0 || shared->revealed > 0 ||
         (spins_would_go_on() && !spins_go_round_together());
}

/*
 * A failure ends the process of a C program. Here the other threads go on, so that the search sees
 * what they do; that they wait for the one that failed is no deadlock.
 */
static enum ending maximal_ending(void) {
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

/* Records what could happen instead of the next event of a thread. */
static void announce(const struct thread *t) {
  if (announced == event_count) {
    return;
  }
  announced = event_count;
  announced_options = announced_enabled = 0;
  if (records_enabled) {
    for (int u = 0; u < thread_end; u++) {
      if (is_enabled(&threads[u]) && enabled_top < shared->option_capacity) {
        enabled_pool[enabled_top++] = u;
        announced_enabled++;
      }
    }
  }
  if (t->options != NULL) {
    label_count = t->options(t, labels);
    for (int k = 0; label_count > 1 && k < label_count; k++) {
      if (option_top < shared->option_capacity) {
        option_pool[option_top++] = labels[k];
        announced_options++;
      }
    }
  }
}

static int diverge(const char *format, int who) {
  char text[96];
  snprintf(text, sizeof text, format, who);
  divergence_in_words(event_count, text);
  return over(DIVERGED);
}

static int planned_thread(void) {
  int i = event_count;
  if (i >= limit) {
    return over(STEP_LIMIT);
  }
  int next = i < common ? events[i].thread : steps[i].thread;
  label = i < common ? events[i].label : steps[i].label;
  struct thread *t = next >= 0 && next != CLOCK && next < thread_end ? &threads[next] : NULL;
  bool can_go_on = t != NULL && is_enabled(t);
  int local = can_go_on ? NONE : any_local();
  if (local != NONE) {
    return local; /* to come to its end may be what lets others go on */
  }
  if (next == CLOCK) {
    if (label == ANY_LABEL) {
      label = is_time_passing() ? label : ANY_LABEL;
    }
    return CLOCK;
  }
  if (!can_go_on) {
    return diverge("thread %d cannot go on", next);
  }
  if (t->phase == LOCAL) {
    return next;
  }
  if (label == ANY_LABEL) {
    int asked = is_awake(t) ? label : ANY_LABEL;
    label = asked;
  }
  if (i >= common) {
    int kept = label;
    announce(t);
    label = kept;
  }
  return next;
}

static int free_thread(void) {
  int next = choose(event_count == 0 ? MAIN : events[event_count - 1].thread);
  if (next == NONE) {
    return over(saw_sleeper ? SLEEP_BLOCKED : maximal_ending());
  }
  if (next != CLOCK && threads[next].phase == LOCAL) {
    return next;
  }
  if (event_count >= limit) {
    int local = any_local();
    return local != NONE ? local : over(STEP_LIMIT);
  }
  if (next != CLOCK) {
    int kept = label;
    announce(&threads[next]);
    label = kept;
  }
  return next;
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
  if (t->is_timed && !t->gave_up_cancelled && !t->looks_again) {
    time_passes(t, t->patience);
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

/* Blocked threads that can be cancelled look again whether they were: decision 0004. */
static void look_again(void) {
  for (int t = 0; t < thread_end && shared->ending != DIVERGED; t++) {
    struct thread *who = &threads[t];
    if (who->phase == STANDING && who->heeds_cancel &&
        is_visible(object_number((const void *)(uintptr_t)(unsigned)t, 1, MATTER_CANCEL))) {
      who->looks_again = true;
      announced = event_count;
      announced_options = announced_enabled = 0;
      if (records_enabled && event_count >= common && enabled_top < shared->option_capacity) {
        enabled_pool[enabled_top++] = CLOCK;
        announced_enabled = 1;
      }
      give_up(who);
    }
  }
}

static bool pass_time(void) {
  int asked = label;
  find_timeouts();
  bool is_there = asked < 0;
  for (int k = 0; k < label_count; k++) {
    is_there |= labels[k] == asked;
  }
  if (label_count == 0 || !is_there) {
    diverge("thread %d cannot give up an operation here", asked);
    return false;
  }
  announced = event_count;
  announced_options = announced_enabled = 0;
  if (event_count >= common) {
    if (records_enabled && enabled_top < shared->option_capacity) {
      enabled_pool[enabled_top++] = CLOCK;
      announced_enabled = 1;
    }
    for (int k = 0; label_count > 1 && k < label_count; k++) {
      if (option_top < shared->option_capacity) {
        option_pool[option_top++] = labels[k];
        announced_options++;
      }
    }
  }
  struct thread *first = &threads[asked >= 0 ? asked : labels[0]];
  first->gave_up_cancelled = is_ended_by_cancel(first);
  give_up(first);
  look_again();
  return shared->ending != DIVERGED;
}

/* The thread that goes on, or NONE if the execution is over; lets time pass where it must. */
int decide(void) {
  for (;;) {
    if (records_enabled) {
      int local = any_local();
      if (local != NONE) {
        return local;
      }
    }
    int next = event_count < planned ? planned_thread() : free_thread();
    if (next != CLOCK) {
      return next;
    }
    if (!pass_time()) {
      return NONE;
    }
  }
}

// --- for the models

/* Writes of the program happen after their hook: now the value is there. */
static void finish_late_value(void) {
  if (late_event != NONE) {
    events[late_event].value = value_code(value_at(late_address, late_size));
    late_event = NONE;
  }
}

void value_comes_late(const volatile void *address, uint32_t size) {
  if (records_details) {
    late_address = address;
    late_size = size;
    late_event = event_count - 1;
  }
}

const struct event *event_number(int i) { return &events[i]; }

/* A blocked thread is asked where it is, for a deadlock: only it can look at its stack. */
static void tell_position(struct thread *me) {
  while (UNLIKELY(is_asking)) {
    me->position = place_here();
    switch_to(NONE);
  }
}

static void ask_for_positions(void) {
  is_asking = true;
  for (int t = 0; t < thread_end; t++) {
    if (threads[t].phase == STANDING) {
      switch_to(t);
    }
  }
  is_asking = false;
}

_Noreturn void stand_still(int kind, int object, gate *never) {
  self->kind = kind;
  self->object = object;
  self->gate = never;
  self->phase = STANDING;
  if (records_details) {
    self->position = place_here();
  }
  switch_to(decide());
  tell_position(self);
  __builtin_unreachable();
}

void stand(int kind, int object, gate *opens) {
  struct thread *me = self;
  spins_visit(me, kind, object);
  me->kind = kind;
  me->object = object;
  me->gate = opens;
  me->phase = STANDING;
  if (UNLIKELY(records_details)) {
    finish_late_value();
    me->position = place_here();
  }
  int next = decide();
  if (next != me->number) {
    switch_to(next);
    tell_position(me);
  }
  me->phase = LOCAL;
  me->gate = NULL;
  me->options = NULL;
}

bool stand_timed(int kind, int object, gate *opens, int64_t nanos) {
  struct thread *me = self;
  me->is_timed = true;
  me->gave_up = false;
  me->patience = nanos;
  note_feature(HAS_TIMED);
  stand(kind, object, opens);
  me->is_timed = false;
  return !me->gave_up;
}

int chosen_label(void) { return label; }

struct event event_of(int kind, int object, int modes) {
  return (struct event){
      .kind = kind,
      .object = object,
      .other = NONE,
      .modes = modes,
      .label = NONE,
      .link = NONE,
      .target = NONE,
      .thread = self == NULL ? NONE : self->number,
      .position = self == NULL ? NONE : self->position,
  };
}

int record(int kind, int object, int modes) { return record_event(event_of(kind, object, modes)); }

static void confirm(int i, const struct event *e) {
  struct event *row = &events[i];
  if (row->thread != e->thread || row->kind != e->kind || row->object != e->object ||
      row->modes != e->modes) {
    divergence(i, e);
    shared->ending = DIVERGED;
    if (e->thread != CLOCK) {
      end_execution(DIVERGED);
    }
  }
  row->position = e->position;
  row->value = e->value;
}

int record_event(struct event e) {
  int i = event_count;
  if (i < common) {
    confirm(i, &e);
  } else {
    e.options = announced == i ? announced_options : 0;
    e.enabled = announced == i ? announced_enabled : 0;
    events[i] = e;
    if (steps_before_sleep > 0) {
      steps_before_sleep--;
    } else if (sleeper_count > 0) {
      wake(&e);
    }
    run_length = e.thread == runner ? run_length + 1 : 0;
    runner = e.thread;
  }
  clocks_observe(&e);
  threads[e.thread].effects += spin_effect(&e);
  event_count = i + 1;
  if (UNLIKELY(event_count == stop_at)) {
    end_execution(STEP_LIMIT);
  }
  return i;
}

_Noreturn void end_execution(enum ending ending) {
  shared->ending = ending;
  if (self != NULL) {
    self->phase = ENDED;
  }
  switch_to(NONE);
  __builtin_unreachable();
}

_Noreturn void end_thread(void) {
  finish_late_value();
  self->phase = ENDED;
  switch_to(decide());
  __builtin_unreachable();
}

// --- an execution ends

/* Records what blocked threads wait for. */
static void add_blocked(void) {
  struct blocked *rows = shared_at(shared->blocked_at);
  for (int t = 0; t < thread_end; t++) {
    const struct thread *who = &threads[t];
    if (who->phase != STANDING || is_enabled(who)) {
      continue;
    }
    bool is_waiting = who->waits_at != NONE && who->kind == REACQUIRE;
    bool is_coming_back = who->kind == REACQUIRE && !is_waiting;
    rows[shared->blocked++] = (struct blocked){
        .thread = t,
        .kind = who->kind,
        .object = who->kind == JOIN ? NONE : who->object,
        .amount = who->kind == ACQUIRE ? who->amount : 0,
        .link = is_coming_back ? who->ender : NONE,
        .target = who->kind == JOIN ? who->join_target : is_waiting ? who->waits_at : NONE,
        .position = who->position,
    };
  }
}

void schedule_end(void) {
  finish_late_value();
  if (!is_exiting) {
    if (shared->ending == DEADLOCK && !records_details) {
      ask_for_positions();
    }
    add_blocked();
  }
  if (records_details) {
    tell_allocations();
  }
  shared->events = (uint32_t)event_count;
  shared->options = option_top;
  shared->enabled = enabled_top;
}
