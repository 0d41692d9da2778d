/* Who goes on: the scheduler itself, with threads that only stand, and an engine made of memory. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "primitives.h"
#include "schedule.h"
#include "scheduler.h"
#include "spins.h"

enum { EVENTS = 4096, A = 2, B = 3, C = 4 };

#define CHECK(condition)                                                                 \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);      \
      exit(1);                                                                           \
    }                                                                                    \
  } while (0)

static struct {
  struct shared head;
  struct step steps[64];
  struct sleeper sleepers[64];
  struct event events[EVENTS];
  int32_t options[256], enabled[256];
  struct blocked blocked[MAX_THREADS];
  struct offer offers[MAX_THREADS];
} memory;

// --- what the scheduler needs of other parts

static char told[128];        /* of a divergence */
static int switched_to;       /* where the turn went */
static jmp_buf way_out;       /* for what ends an execution */
static int answer;            /* of the engine */
static enum message asked_for;
static int64_t time_passed;

void divergence(int step, const struct event *actual) {
  snprintf(told, sizeof told, "step %d kind %d", step, actual->kind);
}

void divergence_in_words(int step, const char *text) {
  snprintf(told, sizeof told, "step %d: %s", step, text);
}

void switch_to(int next) {
  switched_to = next;
  longjmp(way_out, 1);
}

int ask(enum message question) {
  asked_for = question;
  return answer;
}

_Noreturn void refuse(const char *format, ...) {
  (void)format;
  exit(2);
}

bool spins_any(void) { return false; }
bool spins_would_go_on(void) { return false; }
bool spins_go_round_together(void) { return false; }
void spins_leave(const struct thread *thread) { (void)thread; }
void spins_return(const struct thread *thread) { (void)thread; }
void spins_visit(struct thread *thread, int kind, int object) {
  (void)thread;
  (void)kind;
  (void)object;
}
int awaited_end(const struct thread *who) { return who->join_target; }
void spins_observe(const struct event *event) {
  threads[event->thread].effects += event->kind == WRITE;
}
void clocks_observe(const struct event *event) { (void)event; }
int64_t deadline_of(const struct thread *thread, int64_t nanos) { return thread->time + nanos; }
int64_t shown(int64_t time) { return time; }
void clock_moves_to(int64_t time) { time_passed = time; }
bool is_due(const struct thread *t) { return t->deadline <= time_passed; }
bool is_time_exact(void) { return false; }
void time_lets_go_on(struct thread *t) { (void)t; }
void rounds_end(void) {}
void notices_end(void) {}
void time_begin_execution(void) {}
int object_number(const volatile void *address, uint32_t size, enum matter matter) {
  (void)address;
  (void)size;
  return matter;
}
bool is_visible(int object) { return object != MATTER_CANCEL; }
int place_here(void) { return 17; }
int value_code(uint64_t value) { return (int)value; }
uint64_t value_shown(const volatile void *address, uint32_t size) {
  (void)size;
  return *(const volatile uint32_t *)address;
}
void tell_allocations(void) {}
void note_wait(int64_t deadline) { (void)deadline; }
void note_feature(enum feature feature) { shared->features |= feature; }

// --- a situation

static void at(uint64_t *offset, const void *region) {
  *offset = (uint64_t)((const char *)region - (const char *)&memory);
}

static void name(const char *claim) {
  printf("%s\n", claim);
  memset(&memory, 0, sizeof memory);
  shared = &memory.head;
  at(&shared->steps_at, memory.steps);
  at(&shared->sleepers_at, memory.sleepers);
  at(&shared->events_at, memory.events);
  at(&shared->options_at, memory.options);
  at(&shared->enabled_at, memory.enabled);
  at(&shared->blocked_at, memory.blocked);
  at(&shared->offers_at, memory.offers);
  shared->event_capacity = EVENTS;
  shared->option_capacity = 256;
  shared->step_limit = EVENTS / 2;
  memset(threads, 0, sizeof threads);
  thread_end = C + 1;
  for (int t = 0; t < thread_end; t++) {
    threads[t].number = t;
    threads[t].waits_at = threads[t].ender = threads[t].join_target = NONE;
  }
  self = &threads[MAIN];
  threads[MAIN].phase = ENDED;
  told[0] = 0;
  time_passed = 0;
}

static void stands(int thread, int kind, int object, gate *opens) {
  threads[thread].phase = STANDING;
  threads[thread].kind = kind;
  threads[thread].object = object;
  threads[thread].gate = opens;
}

static void does(int thread, int kind, int object, int modes) {
  self = &threads[thread];
  record(kind, object, modes);
}

static void sleeps(int thread, int label, int object, int modes) {
  memory.sleepers[shared->sleepers++] =
      (struct sleeper){.thread = thread, .object = object, .other = NONE, .modes = modes,
                       .label = label};
}

static int two_labels(const struct thread *thread, int32_t *into) {
  (void)thread;
  into[0] = A;
  into[1] = C;
  return 2;
}

// --- who goes on

static void test_run_on(void) {
  name("who did the last operation goes on, then the lowest that can");
  schedule_begin();
  stands(A, WRITE, 0, NULL);
  stands(B, WRITE, 0, NULL);
  CHECK(decide() == A);
  does(B, WRITE, 0, WRITES);
  CHECK(decide() == B);
  threads[B].gate = is_never;
  CHECK(decide() == A);
  threads[A].phase = ENDED;
  threads[C].phase = LOCAL;
  CHECK(decide() == C);

  name("after a long run another one has its turn");
  schedule_begin();
  stands(A, READ, 0, NULL);
  stands(B, READ, 0, NULL);
  for (int i = 0; i <= schedule.long_run; i++) {
    CHECK(decide() == A);
    does(A, READ, 0, LOOKS);
  }
  CHECK(decide() == B);
}

static void test_sleep_sets(void) {
  name("what sleeps is not chosen until something happens that it depends on");
  sleeps(A, NONE, 7, MODE_WRITE);
  schedule_begin();
  stands(A, WRITE, 7, NULL);
  stands(B, WRITE, 8, NULL);
  CHECK(decide() == B);
  does(B, WRITE, 8, WRITES);
  threads[B].phase = ENDED;
  CHECK(decide() == NONE && shared->ending == SLEEP_BLOCKED);

  name("then it is");
  sleeps(A, NONE, 7, MODE_WRITE);
  schedule_begin();
  stands(A, WRITE, 7, NULL);
  does(B, READ, 7, LOOKS);
  CHECK(decide() == A);

  name("sleep begins after so many steps");
  sleeps(A, NONE, 7, MODE_WRITE);
  shared->steps_before_sleep = 1;
  schedule_begin();
  stands(A, WRITE, 7, NULL);
  does(B, READ, 7, LOOKS);
  CHECK(decide() == NONE && shared->ending == SLEEP_BLOCKED);

  name("one alternative sleeps, another one does not");
  sleeps(A, A, 7, MODE_WRITE);
  schedule_begin();
  stands(A, NOTIFY, 7, NULL);
  threads[A].options = two_labels;
  CHECK(decide() == A && chosen_label() == C);
  does(A, NOTIFY, 7, WRITES);
  CHECK(memory.events[0].options == 2 && memory.options[0] == A && memory.options[1] == C);
}

/* Modes commute if both only look, or both share. */
static bool must_conflict(int a, int b) { return !(a == b && a != MODE_WRITE); }

/* Who accesses an object does so in some mode. */
static bool is_possible(const struct event *e) {
  return (e->object < 0 || (e->modes & 3) != MODE_NONE) &&
         (e->other < 0 || e->modes >> 2 != MODE_NONE);
}

static void test_conflicts(void) {
  name("events conflict exactly if they access an object in modes that do not commute");
  int conflicts = 0;
  for (int i = 0; i < 1 << 16; i++) {
    struct event a = {.object = (i & 3) - 1, .other = (i >> 2 & 3) - 1, .modes = i >> 8 & 15};
    struct event b = {.object = (i >> 4 & 3) - 1, .other = (i >> 6 & 3) - 1, .modes = i >> 12};
    if (!is_possible(&a) || !is_possible(&b)) {
      continue;
    }
    int ao[] = {a.object, a.other}, bo[] = {b.object, b.other};
    bool expected = false;
    for (int k = 0; k < 4; k++) {
      int one = ao[k & 1], two = bo[k >> 1];
      expected |= one >= 0 && one == two &&
                  must_conflict(a.modes >> (k & 1) * 2 & 3, b.modes >> (k >> 1) * 2 & 3);
    }
    CHECK(events_conflict(&a, &b) == expected);
    conflicts += expected;
  }
  CHECK(conflicts > 1000);
}

// --- schedules

static void plan(int thread, int label) {
  memory.steps[shared->length++] = (struct step){thread, label};
}

static void test_schedules(void) {
  name("a schedule is followed");
  plan(B, NONE);
  plan(A, C);
  schedule_begin();
  stands(A, NOTIFY, 1, NULL);
  threads[A].options = two_labels;
  stands(B, WRITE, 0, NULL);
  CHECK(decide() == B);
  does(B, WRITE, 0, WRITES);
  CHECK(decide() == A && chosen_label() == C);

  name("who computes comes to its operation first");
  plan(B, NONE);
  schedule_begin();
  stands(B, LOCK, 0, is_never);
  threads[A].phase = LOCAL;
  CHECK(decide() == A);

  name("a thread that cannot go on is a divergence");
  plan(B, NONE);
  schedule_begin();
  stands(A, WRITE, 0, NULL);
  stands(B, LOCK, 0, is_never);
  CHECK(decide() == NONE && shared->ending == DIVERGED);
  CHECK(strstr(told, "step 0: thread 3 cannot go on") != NULL);

  name("so is one that is not there");
  plan(77, NONE);
  schedule_begin();
  stands(A, WRITE, 0, NULL);
  CHECK(decide() == NONE && shared->ending == DIVERGED);
}

static void test_common_prefix(void) {
  name("what was known is confirmed, and what was looked at then is kept");
  memory.events[0] = (struct event){
      .thread = A, .kind = WRITE, .object = 5, .other = NONE, .modes = WRITES, .options = 3};
  shared->common = shared->length = 1;
  schedule_begin();
  stands(A, WRITE, 5, NULL);
  CHECK(decide() == A);
  does(A, WRITE, 5, WRITES);
  CHECK(event_count == 1 && memory.events[0].options == 3 && shared->ending == COMPLETED);
  static const struct event others[] = {{.thread = B, .kind = WRITE, .object = 5, .modes = WRITES},
                                        {.thread = A, .kind = READ, .object = 5, .modes = WRITES},
                                        {.thread = A, .kind = WRITE, .object = 6, .modes = WRITES},
                                        {.thread = A, .kind = WRITE, .object = 5, .modes = LOOKS}};
  for (volatile size_t i = 0; i < sizeof others / sizeof *others; i++) {
    name("what was different ends the execution");
    memory.events[0] = others[i];
    shared->common = shared->length = 1;
    schedule_begin();
    switched_to = A;
    if (setjmp(way_out) == 0) {
      does(A, WRITE, 5, WRITES);
      CHECK(false);
    }
    CHECK(switched_to == NONE && shared->ending == DIVERGED && threads[A].phase == ENDED);
  }
}

// --- time

static void test_timeouts(void) {
  name("time passes when nothing else can run");
  schedule_begin();
  stands(A, LOCK, 4, is_never);
  threads[A].is_timed = true;
  threads[A].deadline = 50;
  stands(B, WRITE, 0, NULL);
  CHECK(decide() == B);
  threads[B].phase = ENDED;
  CHECK(decide() == A && threads[A].gave_up && time_passed == 50);
  CHECK(memory.events[0].kind == TIMEOUT && memory.events[0].thread == CLOCK &&
        memory.events[0].target == A && memory.events[0].expected == 4);

  name("which of several gives up is open, and everything wakes up");
  shared->flags = RECORDS_ENABLED;
  sleeps(B, NONE, 9, MODE_WRITE);
  schedule_begin();
  stands(A, LOCK, 4, is_never);
  stands(C, LOCK, 4, is_never);
  threads[A].is_timed = threads[C].is_timed = true;
  CHECK(decide() == A && sleeping.count == 0);
  CHECK(memory.events[0].options == 2 && memory.options[0] == A && memory.options[1] == C);
  CHECK(memory.events[0].enabled == 1 && memory.enabled[0] == CLOCK);

  name("the schedule says who");
  plan(CLOCK, C);
  schedule_begin();
  stands(A, LOCK, 4, is_never);
  stands(C, LOCK, 4, is_never);
  threads[A].is_timed = threads[C].is_timed = true;
  CHECK(decide() == C && threads[C].gave_up && !threads[A].gave_up);

  name("one that cannot is a divergence");
  plan(CLOCK, B);
  schedule_begin();
  stands(A, LOCK, 4, is_never);
  stands(B, LOCK, 4, is_never);
  threads[A].is_timed = true;
  CHECK(decide() == NONE && shared->ending == DIVERGED);

  name("cancellation comes before time");
  schedule_begin();
  stands(A, LOCK, 4, is_never);
  stands(B, ACQUIRE, 5, is_never);
  threads[A].is_timed = true;
  threads[B].heeds_cancel = threads[B].cancel_requested = true;
  CHECK(decide() == B && threads[B].gave_up_cancelled && time_passed == 0);
}

// --- ends

static void test_ends(void) {
  name("the step limit ends an execution, but who computes comes to an operation");
  shared->step_limit = 2;
  schedule_begin();
  stands(A, WRITE, 0, NULL);
  does(A, WRITE, 0, WRITES);
  does(A, WRITE, 0, WRITES);
  threads[B].phase = LOCAL;
  CHECK(decide() == B);
  threads[B].phase = ENDED;
  CHECK(decide() == NONE && shared->ending == STEP_LIMIT);

  name("there is room for the events of all threads when time passes");
  shared->step_limit = 1u << 30;
  schedule_begin();
  CHECK(schedule.limit + MAX_THREADS <= EVENTS);

  name("nothing is left: the program is complete");
  schedule_begin();
  CHECK(decide() == NONE && shared->ending == COMPLETED);

  name("threads are left that wait: a deadlock, and for what they wait");
  shared->flags = RECORDS_DETAILS;
  schedule_begin();
  stands(A, LOCK, 4, is_never);
  stands(B, JOIN, NONE, is_never);
  threads[B].join_target = A;
  CHECK(decide() == NONE && shared->ending == DEADLOCK);
  self = NULL;
  schedule_end();
  CHECK(shared->blocked == 2 && memory.blocked[0].thread == A && memory.blocked[0].object == 4);
  CHECK(memory.blocked[1].kind == JOIN && memory.blocked[1].target == A);

  name("a thread that failed is waited for: no deadlock");
  schedule_begin();
  stands(A, LOCK, 4, is_never);
  shared->failures = 1;
  CHECK(decide() == NONE && shared->ending == COMPLETED);

  name("a replay ends after its steps");
  shared->flags = RECORDS_DETAILS | STOPS_AFTER_STEPS;
  plan(A, NONE);
  schedule_begin();
  if (setjmp(way_out) == 0) {
    does(A, WRITE, 0, WRITES);
    CHECK(false);
  }
  CHECK(switched_to == NONE && shared->ending == STEP_LIMIT && event_count == 1);
}

// --- policies

static void test_policies(void) {
  name("at random everybody that is awake has its turn, the same for the same seed");
  int turns[2][MAX_THREADS] = {{0}}, labels[MAX_THREADS] = {0};
  int choices[2][300];
  for (int round = 0; round < 2; round++) {
    memset(&memory, 0, offsetof(typeof(memory), steps));
    name(round == 0 ? "once" : "and again");
    shared->policy = RANDOM;
    shared->seed = 42;
    sleeps(C, NONE, 9, MODE_WRITE);
    schedule_begin();
    stands(A, WRITE, 0, NULL);
    stands(B, NOTIFY, 1, NULL);
    threads[B].options = two_labels;
    stands(C, WRITE, 9, NULL);
    for (int i = 0; i < 300; i++) {
      int next = decide();
      turns[round][next]++;
      labels[next == B ? chosen_label() : MAIN]++;
      choices[round][i] = next;
    }
  }
  CHECK(turns[0][A] > 100 && turns[0][B] > 100 && turns[0][C] == 0);
  CHECK(labels[A] > 100 && labels[C] > 100);
  CHECK(memcmp(choices[0], choices[1], sizeof choices[0]) == 0);

  name("the engine picks, and knows the strongest mode of each");
  shared->policy = PICKED;
  schedule_begin();
  stands(A, TRY_LOCK, 6, NULL);
  stands(B, READ, 7, NULL);
  stands(C, LOCK, 8, is_never);
  answer = B;
  CHECK(decide() == B && asked_for == PICK_THREAD && shared->offers == 2);
  CHECK(memory.offers[0].thread == A && memory.offers[0].object == 6 &&
        memory.offers[0].mode == MODE_WRITE);
  CHECK(memory.offers[1].thread == B && memory.offers[1].mode == MODE_READ);

  name("all that can go on are told if the engine wants to know");
  shared->flags = RECORDS_ENABLED;
  schedule_begin();
  stands(A, WRITE, 0, NULL);
  stands(B, LOCK, 4, is_never);
  stands(C, WRITE, 0, NULL);
  CHECK(decide() == A);
  does(A, WRITE, 0, WRITES);
  CHECK(memory.events[0].enabled == 2 && memory.enabled[0] == A && memory.enabled[1] == C);
}

int main(void) {
  test_run_on();
  test_sleep_sets();
  test_conflicts();
  test_schedules();
  test_common_prefix();
  test_timeouts();
  test_ends();
  test_policies();
  return 0;
}
