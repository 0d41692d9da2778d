/*
 * Threads that wait by looking: a round of a loop that changes nothing need not be repeated.
 *
 * A thread that comes to the same operation again, at the same place of the program and in the same
 * state (registers, stack, the memory of the program), having changed nothing in between, goes
 * round idly. After its first such round it stops until time passes, as described in
 * docs/algorithms/waiting.md. To look at the state at every operation would cost too much: a place
 * gets attention when a thread came there several times in a row without effect, and each time that
 * this was in vain it takes twice as many. If the round is idle then, the place is revealed and the
 * search starts again; from then on every round counts.
 */
#include "spins.h"

#include <string.h>
#include <unwind.h>

#include "heap.h"
#include "numbers.h"
#include "runtime.h"
#include "scheduler.h"
#include "threads.h"

enum {
  PLACES = 8,     /* that are remembered of each thread */
  SUSPICIOUS = 4, /* so many rounds without effect, and a state is looked at */
  LEAST_SUSPICIOUS = 1 << 13, /* so many rounds, however often that was in vain */
  SUSPECTS = 256,
  MAX_MEMORY = 32 << 20,
  MAX_KNOWN = 64,
};

struct visit {
  uint32_t execution;
  uintptr_t pc, stack;
  int kind, object; /* one call of the program may do several operations */
  int event;   /* how many events there were */
  int effects; /* of the thread */
  int rounds;  /* in a row, without effect */
  bool has_state;
  uint64_t state;
};

static KEEP struct visit visits[MAX_THREADS][PLACES];
static KEEP int next_visit[MAX_THREADS];
static KEEP int spin_from[MAX_THREADS]; /* the first event of the last round */

extern const char code_start[] __asm__("__start_clew_text");
extern const char code_end[] __asm__("__stop_clew_text");
extern char data_start[] __asm__("__data_start");
extern char data_end[] __asm__("_end");
extern char keep_start[] __asm__("__start_clew_keep");
extern char keep_end[] __asm__("__stop_clew_keep");

/* The places that the engine made visible. */
static KEEP uint64_t known_loops[MAX_KNOWN];
static KEEP int known_count;
static KEEP uint32_t known_at;

/* After how many rounds a place is looked at; places that share a suspect wait for each other. */
static KEEP int suspects[SUSPECTS];

static bool is_known_loop(uintptr_t pc) {
  for (int i = 0; i < known_count; i++) {
    if (known_loops[i] == pc) {
      return true;
    }
  }
  return false;
}

// --- where the program is

struct caller {
  uintptr_t pc, stack;
};

/* The call of the runtime by the program; all functions of the runtime have frame pointers. */
static struct caller find_caller(void) {
  uintptr_t *frame = __builtin_frame_address(0);
  while (frame[1] >= (uintptr_t)code_start && frame[1] < (uintptr_t)code_end && frame[0] != 0) {
    frame = (uintptr_t *)frame[0]; /* the first frame is the runtime's: a thread ends */
  }
  return (struct caller){.pc = frame[1], .stack = (uintptr_t)(frame + 2)};
}

// --- the state of a thread and of the memory

static inline uint64_t mix(uint64_t sum, uint64_t word) {
  sum = (sum ^ word) * 0x9E3779B97F4A7C15ull;
  return sum ^ sum >> 29;
}

/* Data of the program begins anywhere, with anything in it. */
typedef uint64_t any_word __attribute__((aligned(1), may_alias));

/* In four parts at once: one alone would wait for each multiplication. */
static uint64_t digest(uint64_t sum, const void *from, size_t size) {
  const any_word *words = from;
  size_t count = size / sizeof *words, i = 0;
  uint64_t parts[] = {sum, sum + 1, sum + 2, sum + 3};
  for (; i + 4 <= count; i += 4) {
    parts[0] = mix(parts[0], words[i]);
    parts[1] = mix(parts[1], words[i + 1]);
    parts[2] = mix(parts[2], words[i + 2]);
    parts[3] = mix(parts[3], words[i + 3]);
  }
  for (; i < count; i++) {
    parts[0] = mix(parts[0], words[i]);
  }
  if (size % sizeof *words != 0) { /* data that does not end with a word */
    uint64_t rest = 0;
    memcpy(&rest, &words[count], size % sizeof rest);
    parts[1] = mix(parts[1], rest);
  }
  return mix(mix(mix(parts[0], parts[1]), parts[2]), parts[3]);
}

struct registers {
  uint64_t sum;
  bool is_done;
};

static _Unwind_Reason_Code add_registers(struct _Unwind_Context *context, void *argument) {
  static const int kept[] = {3, 6, 12, 13, 14, 15}; /* rbx, rbp, r12 to r15 */
  struct registers *r = argument;
  uintptr_t pc = _Unwind_GetIP(context);
  if (pc >= (uintptr_t)code_start && pc < (uintptr_t)code_end) {
    return _URC_NO_REASON;
  }
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
    uint64_t value = _Unwind_GetGR(context, kept[i]);
    r->sum = digest(r->sum, &value, sizeof value);
  }
  r->is_done = true;
  return _URC_END_OF_STACK;
}

/* Whether the memory is small enough to be looked at; adds its digest. */
static bool add_memory(uint64_t *sum) {
  size_t size = (size_t)(data_end - data_start);
  for (int t = 0; t < thread_end; t++) {
    size += (size_t)(arenas[t].next - arenas[t].begin);
  }
  if (size > MAX_MEMORY) {
    return false;
  }
  *sum = digest(*sum, data_start, (size_t)(keep_start - data_start));
  *sum = digest(*sum, keep_end, (size_t)(data_end - keep_end));
  for (int t = 0; t < thread_end; t++) {
    *sum = digest(*sum, arenas[t].begin, (size_t)(arenas[t].next - arenas[t].begin));
  }
  return true;
}

/* Looks at all that what the thread does next depends on. */
static bool look(const struct thread *me, uintptr_t stack, uint64_t *state) {
  /* Time that passes is no change to who does not look at it. */
  struct registers r = {.sum = me->looks_at_clock ^ me->random * 31};
  is_active = false;
  _Unwind_Backtrace(add_registers, &r);
  is_active = true;
  char *storage;
  size_t storage_size;
  threads_storage(me->number, &storage, &storage_size);
  uintptr_t top = (uintptr_t)region_of(me->number) + STACK_SIZE - 64;
  *state = digest(r.sum, (const void *)stack, top - stack);
  *state = digest(*state, storage, storage_size);
  for (int t = 0; t < thread_end; t++) {
    uintptr_t other = (uintptr_t)threads[t].stack_pointer;
    if (&threads[t] != me && threads[t].phase == STANDING) {
      *state = digest(*state, (const void *)other, (uintptr_t)region_of(t) + STACK_SIZE - 64 - other);
    }
  }
  return r.is_done && add_memory(state);
}

// --- visits

static struct visit *visit_of(int thread, struct caller at, int kind, int object) {
  for (int i = 0; i < PLACES; i++) {
    struct visit *v = &visits[thread][i];
    if (v->execution == execution && v->pc == at.pc && v->stack == at.stack && v->kind == kind &&
        v->object == object) {
      return v;
    }
  }
  struct visit *v = &visits[thread][next_visit[thread]++ % PLACES];
  *v = (struct visit){.execution = execution, .pc = at.pc, .stack = at.stack, .kind = kind,
                      .object = object, .rounds = -1};
  return v;
}

/* How much an operation changes; what takes a lock is undone by what gives it back. */
int spin_effect(const struct event *e) {
  switch (e->kind) {
  case LOCK:
  case READ_LOCK:
  case WRITE_LOCK:
  case CHOICE:
  case PASS:
  case START:
  case JOIN:
    return 1;
  case UNLOCK:
  case READ_UNLOCK:
  case WRITE_UNLOCK:
    return -1;
  default:
    return (e->modes & (MODE_SHARE | MODE_SHARE << 2)) != 0;
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

static bool never(const struct thread *t) {
  (void)t;
  return false;
}

/* The thread goes round idly: it stops until time passes, and then looks again. */
static void stop(struct thread *me, int from) {
  spin_from[me->number] = from;
  me->is_spinning = true;
  note_feature(HAS_SPINS);
  stand_still(YIELD, looked_at(me->number, from), never);
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

/* Compares the state with that of the round before; stops if they are the same. */
static void compare(struct thread *me, struct visit *v, struct caller at, bool may_be_idle) {
  bool is_known = is_known_loop(at.pc);
  uint64_t state = 0;
  bool is_seen = look(me, at.stack, &state);
  if (is_seen && may_be_idle && v->has_state && v->state == state) {
    if (is_known) {
      stop(me, v->event);
      return;
    }
    reveal(object_number((const void *)at.pc, 1, MATTER_LOOP));
    end_execution(SLEEP_BLOCKED);
  }
  bool is_first = !v->has_state;
  if (is_first && !is_known) {
    less_suspicious(at.pc);
  }
  v->has_state = is_seen && (is_first || is_known);
  v->state = state;
}

void spins_visit(struct thread *me, int kind, int object) {
  struct caller at = find_caller();
  struct visit *v = visit_of(me->number, at, kind, object);
  bool may_be_idle = v->rounds >= 0 && v->effects == me->effects && event_count > v->event;
  v->rounds = may_be_idle ? v->rounds + 1 : 0;
  if (UNLIKELY((known_count > 0 && is_known_loop(at.pc)) || is_suspicious(v))) {
    compare(me, v, at, may_be_idle);
  } else {
    v->has_state = false;
  }
  v->effects = me->effects;
  v->event = event_count;
}

// --- known loops

void spins_begin_execution(void) {
  if (known_at != shared->visibility) {
    known_at = shared->visibility;
    known_count = 0;
    for (int n = 0; n < (int)shared->objects && known_count < MAX_KNOWN; n++) {
      if (object_with(n)->matter == MATTER_LOOP && is_visible(n)) {
        known_loops[known_count++] = object_with(n)->address;
      }
    }
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
