/*
 * Small numbers for threads, objects, values and source positions, which mean the same in every
 * execution whatever the interleaving: a thread is the n-th of its maker, an object is what is at
 * an address (each thread allocates in a region of its own). The tables are in memory that is
 * shared with the engine and with forked executions, and only grow.
 */
#include <string.h>
#include <sys/mman.h>
#include <unwind.h>

#include "numbers.h"
#include "runtime.h"
#include "scheduler.h"

enum { MIN_SLOTS = 1 << 10, CODE_MASK = (1 << 30) - 1 };

/* An open hash table of numbers; what a number stands for is in a table of the protocol. */
struct index {
  uint32_t mask;
  int32_t *slots; /* a number plus one, 0 if free */
};

/* The variables that 8 bytes of memory hold: the object of each byte, plus one. */
struct cell {
  uint64_t key; /* the address divided by 8, plus one */
  int32_t objects[8];
};

static KEEP struct index thread_index, sync_index, place_index, value_index;
static KEEP struct cell *cells;
static KEEP uint32_t cell_mask;
static KEEP struct origin *origins;
static KEEP struct object *objects;
static KEEP struct place *places;
static KEEP uint64_t *values;
static KEEP uint32_t *codes; /* of these values */

/* How many the indexes know of; beside them, as forked executions add to both. */
struct known {
  uint32_t threads, objects, places;
};
static KEEP struct known *known;

static void *shared_memory(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    refuse("there is no memory for the tables of the runtime");
  }
  return memory;
}

static struct index new_index(uint32_t capacity) {
  uint32_t slots = MIN_SLOTS;
  while (slots < 2 * capacity) {
    slots *= 2;
  }
  return (struct index){.mask = slots - 1, .slots = shared_memory(slots * sizeof(int32_t))};
}

// --- hashing

static uint32_t mix(uint64_t key) {
  key *= 0x9E3779B97F4A7C15ull;
  return (uint32_t)(key >> 32);
}

static uint32_t thread_hash(int maker, int ordinal) {
  return mix((uint64_t)(uint32_t)maker << 32 | (uint32_t)ordinal);
}

static uint32_t sync_hash(uint64_t address, enum matter matter) {
  return mix(address * 16 + matter);
}

static uint32_t place_hash(uint32_t pc, int caller) {
  return mix((uint64_t)pc << 32 | (uint32_t)caller);
}

/* Enters a number that is not there. */
static void enter(struct index *index, uint32_t hash, int number) {
  uint32_t slot = hash & index->mask;
  while (index->slots[slot] != 0) {
    slot = (slot + 1) & index->mask;
  }
  index->slots[slot] = number + 1;
}

static void claim(uint64_t from, uint64_t to, int number);

void numbers_begin_process(void) {
  origins = shared_at(shared->threads_at);
  objects = shared_at(shared->objects_at);
  places = shared_at(shared->places_at);
  values = shared_at(shared->values_at);
  thread_index = new_index(shared->thread_capacity);
  sync_index = new_index(shared->object_capacity);
  place_index = new_index(shared->place_capacity);
  value_index = new_index(shared->value_capacity);
  cell_mask = sync_index.mask;
  cells = shared_memory((cell_mask + 1ull) * sizeof(struct cell));
  if (shared->threads == 0) {
    origins[MAIN] = (struct origin){.maker = NONE, .ordinal = 0};
    origins[CLOCK] = (struct origin){.maker = NONE, .ordinal = 1};
    shared->threads = 2;
  }
  known = shared_memory(sizeof *known);
  known->threads = 2;
  codes = shared_memory(shared->value_capacity * sizeof *codes);
  uint32_t count = shared->values;
  shared->values = 0;
  for (uint32_t i = 0; i < count; i++) {
    value_code(values[i]);
  }
  numbers_begin_execution();
}

/* Learns the numbers that the engine or an earlier process gave. */
void numbers_begin_execution(void) {
  while (known->threads < shared->threads) {
    int number = (int)known->threads++;
    enter(&thread_index, thread_hash(origins[number].maker, origins[number].ordinal), number);
  }
  while (known->places < shared->places) {
    int number = (int)known->places++;
    enter(&place_index, place_hash(places[number].pc, places[number].caller), number);
  }
  if (UNLIKELY(known->objects < shared->objects)) {
    int first = (int)known->objects;
    known->objects = shared->objects;
    for (int number = first; number < (int)shared->objects; number++) {
      const struct object *o = &objects[number];
      if (o->matter == MATTER_VARIABLE) {
        claim(o->address, o->address + o->size, number);
      } else {
        enter(&sync_index, sync_hash(o->address, (enum matter)o->matter), number);
      }
    }
  }
}

static _Noreturn void too_many(const char *what, uint32_t capacity) {
  refuse("the program uses more than %u %s; check a smaller part of it", capacity, what);
}

// --- threads

int thread_number(int maker, int ordinal, uintptr_t start) {
  uint32_t slot = thread_hash(maker, ordinal) & thread_index.mask;
  for (int n; (n = thread_index.slots[slot]) != 0; slot = (slot + 1) & thread_index.mask) {
    if (origins[n - 1].maker == maker && origins[n - 1].ordinal == ordinal) {
      origins[n - 1].start = start;
      return n - 1;
    }
  }
  if (shared->threads >= shared->thread_capacity || shared->threads >= MAX_THREADS) {
    too_many("threads", shared->thread_capacity < MAX_THREADS ? shared->thread_capacity
                                                              : MAX_THREADS);
  }
  int number = (int)shared->threads++;
  known->threads = shared->threads;
  origins[number] = (struct origin){.maker = maker, .ordinal = ordinal, .start = start};
  thread_index.slots[slot] = number + 1;
  return number;
}

// --- objects

static int new_object(uint64_t address, uint32_t size, enum matter matter) {
  if (shared->objects >= shared->object_capacity) {
    too_many("shared objects", shared->object_capacity);
  }
  int number = (int)shared->objects++;
  known->objects = shared->objects;
  objects[number] = (struct object){.address = address, .size = size, .matter = (uint16_t)matter};
  return number;
}

static int synchronisation_number(uint64_t address, uint32_t size, enum matter matter) {
  uint32_t slot = sync_hash(address, matter) & sync_index.mask;
  for (int n; (n = sync_index.slots[slot]) != 0; slot = (slot + 1) & sync_index.mask) {
    if (objects[n - 1].address == address && objects[n - 1].matter == matter) {
      return n - 1;
    }
  }
  int number = new_object(address, size, matter);
  sync_index.slots[slot] = number + 1;
  return number;
}

static struct cell *find_cell(uint64_t address, bool makes_one) {
  uint64_t key = (address >> 3) + 1;
  uint32_t slot = mix(key) & cell_mask;
  while (cells[slot].key != 0 && cells[slot].key != key) {
    slot = (slot + 1) & cell_mask;
  }
  if (cells[slot].key == 0) {
    if (!makes_one) {
      return NULL;
    }
    cells[slot].key = key;
  }
  return &cells[slot];
}

/* Gives every byte of a range to an object, unless another one has it: then they are a group. */
static void claim(uint64_t from, uint64_t to, int number) {
  for (uint64_t byte = from; byte < to; byte++) {
    int32_t *owner = &find_cell(byte, true)->objects[byte & 7];
    if (*owner == 0) {
      *owner = number + 1;
    } else {
      join_objects(*owner - 1, number);
    }
  }
}

int leader_of(int number) {
  return objects[number].leader == 0 ? number : objects[number].leader - 1;
}

/* The first is the leader, so that all processes that know the same objects have the same one. */
void join_objects(int one, int other) {
  int first = leader_of(one), second = leader_of(other);
  if (first == second) {
    return;
  }
  int leader = first < second ? first : second, gone = first < second ? second : first;
  for (int number = 0; number < (int)shared->objects; number++) {
    if (leader_of(number) == gone) {
      objects[number].leader = leader + 1;
    }
  }
  objects[leader].flags |= objects[gone].flags & OBJECT_PLAIN;
  start_again();
}

/* Gives those bytes of a range that belong to no variable to new ones. */
static void number_rest(uint64_t from, uint64_t to) {
  for (uint64_t begin = from, end; begin < to; begin = end) {
    for (end = begin; end < to && variable_at(end) == NONE; end++) {
    }
    if (end > begin) {
      claim(begin, end, new_object(begin, (uint32_t)(end - begin), MATTER_VARIABLE));
    } else {
      end = begin + 1;
    }
  }
}

/*
 * The variable at an address. Accesses of several sizes to the same bytes must be accesses to one
 * object: variables of which an access touches several become a group, and the search starts again.
 */
static int variable_number(uint64_t address, uint32_t size) {
  int first = variable_at(address);
  if (LIKELY(first != NONE && address + size <= objects[first].address + objects[first].size)) {
    return first;
  }
  number_rest(address, address + size);
  first = variable_at(address);
  for (uint64_t byte = address + 1; byte < address + size; byte++) {
    join_objects(first, variable_at(byte));
  }
  return first;
}

int object_number(const volatile void *address, uint32_t size, enum matter matter) {
  return matter == MATTER_VARIABLE ? variable_number((uintptr_t)address, size)
                                   : synchronisation_number((uintptr_t)address, size, matter);
}

int variable_at(uintptr_t address) {
  struct cell *cell = find_cell(address, false);
  return cell == NULL ? NONE : cell->objects[address & 7] - 1;
}

struct object *object_with(int number) { return &objects[number]; }

bool is_visible(int object) { return (objects[object].flags & OBJECT_VISIBLE) != 0; }

// --- values

static void add_value(uint64_t value, uint32_t code) {
  if (shared->values >= shared->value_capacity) {
    too_many("different values of atomic variables", shared->value_capacity);
  }
  codes[shared->values] = code;
  values[shared->values++] = value;
}

/*
 * Small values are their own code. The code of another one is made from the value, so that it is
 * the same in every process; if another value has that code already it is the next free one.
 */
int value_code(uint64_t value) {
  int64_t number = (int64_t)value;
  if (LIKELY(number >= INT32_MIN / 2 && number <= INT32_MAX)) {
    return (int)number;
  }
  uint32_t code = mix(value) & CODE_MASK;
  for (;; code = (code + 1) & CODE_MASK) {
    uint32_t slot = code & value_index.mask;
    int n;
    while ((n = value_index.slots[slot]) != 0 && codes[n - 1] != code) {
      slot = (slot + 1) & value_index.mask;
    }
    if (n == 0) {
      add_value(value, code);
      value_index.slots[slot] = (int32_t)shared->values;
    }
    if (n == 0 || values[n - 1] == value) {
      return INT32_MIN + (int)code;
    }
  }
}

uint64_t value_at(const volatile void *address, uint32_t size) {
  switch (size) {
  case 1:
    return *(const volatile uint8_t *)address;
  case 2:
    return *(const volatile uint16_t *)address;
  case 4:
    return (uint64_t)(int64_t) * (const volatile int32_t *)address;
  case 8:
    return *(const volatile uint64_t *)address;
  default: {
    uint64_t digest = 0xcbf29ce484222325ull;
    for (uint32_t i = 0; i < size; i++) {
      digest = (digest ^ ((const volatile uint8_t *)address)[i]) * 0x100000001b3ull;
    }
    return digest;
  }
  }
}

// --- source positions

static int place_number(uint32_t pc, int caller) {
  uint32_t slot = place_hash(pc, caller) & place_index.mask;
  for (int n; (n = place_index.slots[slot]) != 0; slot = (slot + 1) & place_index.mask) {
    if (places[n - 1].pc == pc && places[n - 1].caller == caller) {
      return n - 1;
    }
  }
  if (shared->places >= shared->place_capacity) {
    return NONE; /* reports then say less */
  }
  int number = (int)shared->places++;
  known->places = shared->places;
  places[number] = (struct place){.pc = pc, .caller = caller};
  place_index.slots[slot] = number + 1;
  return number;
}

int place_of(uintptr_t pc) { return place_number((uint32_t)pc, NONE); }

enum { MAX_CALLS = 64 };

struct calls {
  int count;
  uint32_t pcs[MAX_CALLS];
};

extern const char clew_text_start[] __asm__("__start_clew_text") __attribute__((weak));
extern const char clew_text_end[] __asm__("__stop_clew_text") __attribute__((weak));

static _Unwind_Reason_Code add_call(struct _Unwind_Context *context, void *argument) {
  struct calls *calls = argument;
  uintptr_t pc = _Unwind_GetIP(context);
  bool is_ours = pc >= (uintptr_t)clew_text_start && pc < (uintptr_t)clew_text_end;
  if (is_ours) {
    return _URC_NO_REASON; /* also between frames of the program, as where a library calls back */
  }
  if (pc == 0 || calls->count == MAX_CALLS) {
    return _URC_END_OF_STACK;
  }
  calls->pcs[calls->count++] = (uint32_t)pc;
  return _URC_NO_REASON;
}

int place_here(void) {
  struct calls calls = {.count = 0};
  bool was_active = is_active;
  is_active = false; /* the unwinder may use what is wrapped */
  _Unwind_Backtrace(add_call, &calls);
  is_active = was_active;
  int place = NONE;
  if (calls.count == 0 && self != NULL && self->is_leaving) {
    return place_of((uintptr_t)self->start + 1);
  }
  for (int i = calls.count - 1; i >= 0; i--) {
    place = place_number(calls.pcs[i], place);
  }
  return place;
}
