#include "fake_scheduler.h"

#include <stdarg.h>

#include "maps.h"

/* Tests of other parts of the runtime have these of their own. */
#define REPLACEABLE __attribute__((weak))

KEEP struct shared *shared;
KEEP struct thread threads[MAX_THREADS];
KEEP struct thread *self;
KEEP bool is_active;
KEEP int thread_end;
KEEP int event_count;
KEEP uint32_t execution;
KEEP bool is_exiting;
KEEP bool records_details;

struct event recorded[256];
char last_text[512];
void (*while_blocked)(void);
void (*while_standing)(void);
int label_to_choose;
bool gives_up_now;
int offered;
sigjmp_buf way_out;
enum outcome outcome;

static struct shared the_shared = {.object_capacity = 1024, .thread_capacity = MAX_THREADS};
static struct {
  const volatile void *address;
  enum matter matter;
  bool is_visible;
} objects[1024];
static int object_count;

void begin_test(const char *name) {
  printf("%s\n", name);
  shared = &the_shared;
  execution++;
  event_count = object_count = 0;
  is_exiting = gives_up_now = false;
  label_to_choose = NONE;
  while_blocked = while_standing = NULL;
  thread_end = 6;
  memset(threads, 0, sizeof threads);
  for (int t = 0; t < thread_end; t++) {
    threads[t].number = t;
    threads[t].phase = LOCAL;
    threads[t].waits_at = threads[t].ender = threads[t].join_target = NONE;
  }
  threads[CLOCK].phase = ABSENT;
  is_active = true;
  as_thread(MAIN);
}

void as_thread(int number) { self = &threads[number]; }

static _Noreturn void leave(enum outcome how) {
  outcome = how;
  siglongjmp(way_out, 1);
}

// --- standing and recording

void stand(int kind, int object, gate *opens) {
  struct thread *me = self;
  me->kind = kind;
  me->object = object;
  me->gate = opens;
  me->phase = STANDING;
  int32_t alternatives[MAX_THREADS];
  offered = me->options == NULL ? 0 : me->options(me, alternatives);
  if (while_standing != NULL) {
    void (*other)(void) = while_standing;
    while_standing = NULL;
    other();
    self = me;
  }
  if (opens != NULL && !opens(me) && while_blocked != NULL) {
    void (*other)(void) = while_blocked;
    while_blocked = NULL;
    other();
    self = me;
  }
  if (opens != NULL && !opens(me)) {
    if (!gives_up_now || !me->is_timed) {
      leave(BLOCKED);
    }
    me->gave_up = true;
    me->waits_at = NONE;
    me->ender = event_count;
  }
  me->phase = LOCAL;
  me->options = NULL;
}

bool stand_until(int kind, int object, gate *opens, int64_t deadline) {
  self->is_timed = true;
  self->gave_up = false;
  self->deadline = deadline;
  if (self->is_sleeping) {
    self->time = deadline; /* nobody else is there: the clock gets there at once */
    record(kind, object, 0);
  } else {
    stand(kind, object, opens);
  }
  self->is_timed = false;
  return !self->gave_up;
}

bool stand_timed(int kind, int object, gate *opens, int64_t nanos) {
  return stand_until(kind, object, opens, deadline_of(self, nanos));
}

/* What tests need that do not have the real ones. */
#define UNLESS_REAL __attribute__((weak))

UNLESS_REAL int64_t deadline_of(const struct thread *thread, int64_t nanos) {
  (void)thread;
  return nanos;
}

UNLESS_REAL void sleep_for(int64_t nanos) { (void)nanos; }

UNLESS_REAL bool begin_round(int64_t nanos) {
  (void)nanos;
  return true;
}

UNLESS_REAL bool stand_cancellable(int kind, int object, gate *opens, int64_t nanos) {
  return stand_timed(kind, object, opens, nanos);
}

int chosen_label(void) { return label_to_choose; }

struct event event_of(int kind, int object, int modes) {
  return (struct event){.kind = kind, .object = object, .other = NONE, .modes = modes,
                        .label = NONE, .link = NONE, .target = NONE, .thread = self->number};
}

int record(int kind, int object, int modes) { return record_event(event_of(kind, object, modes)); }

int record_event(struct event event) {
  recorded[event_count] = event;
  return event_count++;
}

// --- ends

_Noreturn void end_execution(enum ending ending) {
  (void)ending;
  leave(EXECUTION_ENDED);
}

_Noreturn void end_thread(void) {
  self->phase = ENDED;
  leave(THREAD_ENDED);
}

_Noreturn void fail(enum failure_kind kind, const char *format, ...) {
  (void)kind;
  va_list list;
  va_start(list, format);
  vsnprintf(last_text, sizeof last_text, format, list);
  va_end(list);
  leave(FAILED);
}

_Noreturn void refuse(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(last_text, sizeof last_text, format, list);
  va_end(list);
  leave(WAS_REFUSED);
}

REPLACEABLE void note_failure(enum failure_kind kind, int position, const char *format, ...) {
  (void)kind;
  (void)position;
  va_list list;
  va_start(list, format);
  vsnprintf(last_text, sizeof last_text, format, list);
  va_end(list);
}

void note_feature(enum feature feature) { shared->features |= (uint32_t)feature; }

// --- numbers, threads, clocks, time: as little as the primitives need

REPLACEABLE int object_number(const volatile void *address, uint32_t size, enum matter matter) {
  (void)size;
  for (int n = 0; n < object_count; n++) {
    if (objects[n].address == address && objects[n].matter == matter) {
      return n;
    }
  }
  objects[object_count].address = address;
  objects[object_count].matter = matter;
  objects[object_count].is_visible = false;
  return object_count++;
}

REPLACEABLE bool is_visible(int object) { return objects[object].is_visible; }

void reveal(int object) { objects[object].is_visible = true; }

REPLACEABLE int thread_number(int maker, int ordinal, uintptr_t start) {
  (void)maker;
  (void)start;
  return 6 + ordinal;
}

struct thread *new_thread(int number, void *(*start)(void *), void *argument) {
  struct thread *t = &threads[number];
  *t = (struct thread){.number = number, .phase = LOCAL, .start = start, .argument = argument,
                       .waits_at = NONE, .ender = NONE, .join_target = NONE};
  thread_end = number >= thread_end ? number + 1 : thread_end;
  return t;
}

REPLACEABLE char *region_of(int thread) {
  return (char *)(REGION_BASE + (uint64_t)thread * REGION_SIZE);
}

REPLACEABLE int place_here(void) { return NONE; }

REPLACEABLE void clocks_tell(struct thread *waiter) { (void)waiter; }
REPLACEABLE void clocks_forget(int object) { (void)object; }

REPLACEABLE void access_memory(const volatile void *address, size_t size, bool writes,
                               uintptr_t pc) {
  (void)address;
  (void)size;
  (void)writes;
  (void)pc;
}

REPLACEABLE bool counts_as_access(uintptr_t pc) {
  (void)pc;
  return false;
}

REPLACEABLE bool is_call_of_program(uintptr_t pc) {
  (void)pc;
  return false;
}

REPLACEABLE void range_accessed(const volatile void *address, size_t size, bool writes,
                                uintptr_t pc) {
  access_memory(address, size, writes, pc);
}

REPLACEABLE void access_begins(void) {}

REPLACEABLE void access_further(const volatile void *address, size_t size, bool writes,
                                uintptr_t pc) {
  access_memory(address, size, writes, pc);
}

REPLACEABLE void access_ahead(const volatile void *address, size_t size) {
  (void)address;
  (void)size;
}

REPLACEABLE bool access_has_stood(void) { return false; }

REPLACEABLE void access_atomically(const volatile void *address, size_t size, bool writes,
                                   uintptr_t pc) {
  access_memory(address, size, writes, pc);
}

REPLACEABLE void memory_used(const volatile void *address, size_t size, uintptr_t pc) {
  access_atomically(address, size, false, pc);
}

REPLACEABLE void memory_initialised(const volatile void *address, size_t size, uintptr_t pc) {
  access_memory(address, size, true, pc);
}

REPLACEABLE bool gives_up_early(void) { return false; }

REPLACEABLE bool wakes_up_early(void) { return false; }

REPLACEABLE void time_passes(struct thread *thread, int64_t nanos) { thread->time += nanos; }

REPLACEABLE int64_t nanos_until(const void *timespec, int clock_id) {
  (void)clock_id;
  const struct timespec *time = timespec;
  return time->tv_sec * NANOS_PER_SECOND + time->tv_nsec;
}

uint32_t clew_test_load(const volatile uint32_t *address, int order)
    __asm__("__tsan_atomic32_load");
uint32_t clew_test_load(const volatile uint32_t *address, int order) {
  (void)order;
  return *address;
}

void clew_test_store(volatile uint32_t *address, uint32_t value, int order)
    __asm__("__tsan_atomic32_store");
void clew_test_store(volatile uint32_t *address, uint32_t value, int order) {
  (void)order;
  *address = value;
}

void clew_test_store_byte(volatile uint8_t *address, uint8_t value, int order)
    __asm__("__tsan_atomic8_store");
void clew_test_store_byte(volatile uint8_t *address, uint8_t value, int order) {
  (void)order;
  *address = value;
}

REPLACEABLE _Noreturn void exit_after_others(void) { end_thread(); }

REPLACEABLE const void *remembered(const volatile void *address) {
  (void)address;
  return NULL;
}

REPLACEABLE void spins_identify(struct identity *of, struct identity as) { *of = as; }

REPLACEABLE KEEP bool are_times_left_out;

REPLACEABLE void told_touched(uintptr_t from, size_t size, bool writes) {
  (void)from;
  (void)size;
  (void)writes;
}

REPLACEABLE void time_was_told(const void *where, size_t size) {
  (void)where;
  (void)size;
}

// --- maps: there are none

REPLACEABLE bool map_at(uintptr_t address, struct allocation *into) {
  (void)address;
  (void)into;
  return false;
}

REPLACEABLE bool maps_each_word(void (*visit)(const void *begin, const void *end)) {
  (void)visit;
  return true;
}

REPLACEABLE bool is_mapped_elsewhere(uintptr_t address) {
  (void)address;
  return false;
}

REPLACEABLE uint64_t value_shown(const volatile void *address, uint32_t size) {
  (void)address;
  return size;
}

REPLACEABLE const void *words_begin(void) { return NULL; }

REPLACEABLE size_t words_size(void) { return 0; }

REPLACEABLE void stack_ends(void) {}

REPLACEABLE void local_touched(uint64_t address, bool writes) {
  (void)address;
  (void)writes;
}
