/* Locations that raced and that the engine made visible: accesses to them are operations. */
#include <string.h>

#include "maps.h"
#include "numbers.h"
#include "scheduler.h"
#include "shadow.h"

KEEP int visible_count;
KEEP uint8_t *low_visible, *high_visible;
static KEEP uint32_t *freed_by_call; /* for each leader the call that freed it last */
static KEEP uint32_t visibility; /* the number of the change that was seen last */

enum { VISIBLE_VARIABLE = OBJECT_PLAIN | OBJECT_VISIBLE };

void visible_begin_process(void) {
  low_visible = shadow_reserve(LOW_END / 64);
  high_visible = shadow_reserve(HIGH_SIZE / 64);
  freed_by_call = shadow_reserve(shared->object_capacity * sizeof *freed_by_call);
  visibility = 0;
}

static void look_for_visible(void) {
  visible_count = 0;
  for (int n = 0; n < (int)shared->objects; n++) {
    const struct object *o = object_with(n);
    if (o->matter != MATTER_VARIABLE || !is_tracked(o->address)) {
      continue;
    }
    bool is_visible_one = (o->flags & VISIBLE_VARIABLE) == VISIBLE_VARIABLE;
    visible_count += is_visible_one;
    for (uint64_t a = o->address & ~7ull; is_visible_one && a < o->address + o->size; a += 8) {
      uint8_t bit;
      uint8_t *byte = visible_bit(a, &bit);
      *byte |= bit; /* is never taken back: access_visibly asks for the object */
    }
  }
}

void visible_begin_execution(void) {
  if (shared->visibility != visibility) {
    visibility = shared->visibility;
    look_for_visible();
  }
}

bool has_visible(uint64_t address, uint64_t size) {
  uint8_t bit;
  const uint8_t *bits = visible_bit(address, &bit);
  uint64_t any = 0;
  for (uint64_t at = 0; visible_count > 0 && at < size / 64; at += sizeof any) {
    uint64_t word;
    memcpy(&word, bits + at, sizeof word);
    any |= word;
  }
  return any != 0;
}

/*
 * An access is one operation, also one that touches several variables: what it reads or writes it
 * reads or writes at once, after its hook. So variables that an access touches become a group, with
 * one number in events, and the search starts again. Who is alone needs no group: nobody can come
 * between its operations.
 */
struct access {
  int leader;     /* what its operation was about, NONE if it had none so far */
  bool writes;    /* that operation */
  bool has_stood; /* others may have had the turn since the program was asked what it touches */
  int next_event; /* the number of events right after it */
  size_t size;    /* if it was a hook: what it said, and where it was */
  uintptr_t pc;
};

static KEEP struct access accesses[MAX_THREADS];

static const struct object *visible_variable(uint64_t address, int *number) {
  *number = variable_at(address);
  const struct object *o = *number == NONE ? NULL : object_with(*number);
  return o != NULL && (o->flags & VISIBLE_VARIABLE) == VISIBLE_VARIABLE ? o : NULL;
}

uint32_t visible_bytes(uint64_t base) {
  uint32_t mask = 0;
  int number;
  for (uint32_t byte = 0; byte < 8; byte++) {
    mask |= visible_variable(base + byte, &number) != NULL ? 1u << byte : 0;
  }
  return mask;
}

static bool is_alone(void) {
  for (int t = 0; t < thread_end; t++) {
    if (t != self->number && (threads[t].phase == LOCAL || threads[t].phase == STANDING)) {
      return false;
    }
  }
  return true;
}

/* The next byte from an address on that is in a granule with visible variables. */
static uint64_t next_visible(uint64_t at, uint64_t to) {
  enum { STEP = 512 };
  while (at < to && !touches_visible(at)) {
    bool skips = at % STEP == 0 && is_tracked(at) && !has_visible(at, STEP);
    at = skips ? at + STEP : (at & ~7ull) + 8;
  }
  return at;
}

typedef void visitor(const struct object *o, int number, enum touch touch);

static void each_variable(uint64_t from, uint64_t to, visitor *visit, enum touch touch) {
  for (uint64_t at = next_visible(from, to); at < to; at = next_visible(at, to)) {
    int number;
    const struct object *o = visible_variable(at, &number);
    if (o != NULL) {
      visit(o, number, touch);
    }
    at = o != NULL ? o->address + o->size : at + 1;
  }
}

/* The operation of an access, of which this is the first variable. */
static void operate(const struct object *o, int leader, enum touch touch) {
  int kind = touch == TOUCH_READ ? READ : WRITE;
  stand(kind, leader, NULL);
  struct event e = event_of(kind, leader, touch == TOUCH_READ ? MODE_READ : MODE_WRITE);
  e.amount = touch == TOUCH_FREE ? FREES : 0;
  const volatile void *address = (const volatile void *)(uintptr_t)o->address;
  e.before = e.value = value_code(value_shown(address, o->size));
  record_event(e);
  if (touch == TOUCH_WRITE) {
    value_comes_late(address, o->size);
  }
}

static void touch_variable(const struct object *o, int number, enum touch touch) {
  struct access *access = &accesses[self->number];
  bool writes = touch == TOUCH_WRITE;
  bool may_stand = !is_alone();
  if (access->leader != NONE && access->leader != leader_of(number) && may_stand) {
    join_objects(access->leader, number);
    access->leader = leader_of(number);
  }
  if (access->leader == leader_of(number) && (access->writes || !writes)) {
    return;
  }
  operate(o, leader_of(number), touch);
  access->leader = leader_of(number);
  access->writes = writes;
  access->has_stood = may_stand;
  access->next_event = event_count;
}

void access_visibly(uint64_t from, uint64_t to, enum touch touch) {
  each_variable(from, to, touch_variable, touch);
}

bool access_has_stood(void) {
  bool has_stood = is_active && visible_count > 0 && accesses[self->number].has_stood;
  accesses[self->number].has_stood = false;
  return has_stood;
}

void access_begins(void) { accesses[self->number] = (struct access){.leader = NONE}; }

/* A structure is copied after two hooks: one for what is written, then one for what is read. */
void hook_begins(size_t size, bool writes, uintptr_t pc) {
  struct access *access = &accesses[self->number];
  bool is_copy = !writes && access->writes && access->size == size &&
                 access->next_event == event_count && is_one_statement(access->pc, pc);
  if (!is_copy) {
    *access = (struct access){.leader = NONE, .size = size, .pc = pc};
  }
}

// --- to free

/*
 * Each object in the block is freed by an operation of its own: that ends what others may do with
 * it, so nothing is left to happen later.
 */
struct freeing {
  uint64_t from, to;
  int leader;
  closing *close;
};

static KEEP struct freeing freeing[MAX_THREADS];
static KEEP uint32_t free_calls, current_call[MAX_THREADS];

static void close_variable(const struct object *o, int number, enum touch touch) {
  (void)touch;
  const struct freeing *f = &freeing[self->number];
  if (leader_of(number) == f->leader) {
    f->close(o->address, o->address + o->size);
  }
}

static void free_variable(const struct object *o, int number, enum touch touch) {
  int leader = leader_of(number);
  if (freed_by_call[leader] == current_call[self->number]) {
    return;
  }
  operate(o, leader, touch);
  freed_by_call[leader] = current_call[self->number];
  struct freeing *f = &freeing[self->number];
  f->leader = leader;
  each_variable(f->from, f->to, close_variable, touch);
}

void free_visibly(uint64_t from, uint64_t to, closing *close) {
  freeing[self->number] = (struct freeing){.from = from, .to = to, .close = close};
  current_call[self->number] = ++free_calls;
  each_variable(from, to, free_variable, TOUCH_FREE);
}
