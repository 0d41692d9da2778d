/*
 * Data races and bad accesses, found while the program runs.
 *
 * For each 8 bytes of the program's memory the shadow holds the accesses that could still race with
 * a later one: who, when, which bytes, how. An access replaces those it makes superfluous: every
 * later access that races with the replaced one races with it too. So nothing is forgotten: if
 * there is no room the rest goes to a list. Entries of earlier executions do not count.
 *
 * A location that raced gets a number, and when the engine has made it visible accesses to it are
 * operations.
 */
#include <string.h>
#include <sys/mman.h>

#include "numbers.h"
#include "runtime.h"
#include "scheduler.h"

/*
 * An entry: 8 bits of mask, 8 of the thread, 4 of flags, 22 of the execution, 22 of the time.
 */
#define MASK(e) ((uint32_t)(e)&0xff)
#define THREAD(e) ((int)((e) >> 8) & 0xff)
#define WRITES (1ull << 16)
#define ATOMIC (1ull << 17)
#define FREED (1ull << 18)
#define OUTSIDE (1ull << 19)
#define EXECUTION_BITS 22
#define EXECUTION_MASK ((1u << EXECUTION_BITS) - 1)
#define STAMP(e) ((e) & (uint64_t)EXECUTION_MASK << 20)
#define TIME(e) ((uint32_t)((e) >> 42))
#define MAX_TIME ((1u << 22) - 1)

enum { ENTRIES = 5, MAX_FURTHER = 1 << 22, MAX_NOTES = 1 << 20 };
#define NOTED 0x80000000u /* a pc that is the number of a note */

struct granule {
  uint64_t entry[ENTRIES];
  uint32_t pc[ENTRIES];
  uint32_t further; /* the first of further entries, if that one is of this granule */
};

struct further {
  uint64_t entry;
  struct granule *of;
  uint32_t execution, pc, next, reserved;
};

/* Where and when an access was, for reports. */
struct note {
  int place, events;
};

static KEEP struct granule *low_shadow, *high_shadow;
static KEEP uint8_t *low_visible, *high_visible;
static KEEP struct further *further;
static KEEP uint32_t further_count;
static KEEP struct note *notes;
static KEEP uint32_t note_count;
static KEEP uint32_t visibility;
static KEEP int visible_count;
static KEEP uint64_t stamp; /* the bits of the execution in an entry */
static KEEP uint32_t *raced_in; /* for each object the execution in which it raced last */

#define HIGH_SIZE (MAX_THREADS * REGION_SIZE)

static void *reserve(size_t size) {
  void *memory =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    refuse("there are no addresses for the shadow of the memory; raise 'ulimit -v'");
  }
  madvise(memory, size, MADV_WIPEONFORK); /* a forked execution begins with an empty one */
  return memory;
}

void shadow_begin_process(void) {
  low_shadow = reserve(LOW_END / 8 * sizeof(struct granule));
  high_shadow = reserve(HIGH_SIZE / 8 * sizeof(struct granule));
  low_visible = reserve(LOW_END / 64);
  high_visible = reserve(HIGH_SIZE / 64);
  further = reserve(MAX_FURTHER * sizeof(struct further));
  notes = reserve(MAX_NOTES * sizeof(struct note));
  raced_in = reserve(shared->object_capacity * sizeof(uint32_t));
  visibility = 0;
}

// --- which locations are visible

static uint8_t *visible_bit(uint64_t address, uint8_t *bit) {
  bool is_low = address < LOW_END;
  uint64_t granule = (is_low ? address : address - REGION_BASE) >> 3;
  *bit = (uint8_t)(1u << (granule & 7));
  return (is_low ? low_visible : high_visible) + (granule >> 3);
}

static bool is_tracked(uint64_t address) {
  return address < LOW_END || address - REGION_BASE < HIGH_SIZE;
}

static void look_for_visible(void) {
  visible_count = 0;
  for (int n = 0; n < (int)shared->objects; n++) {
    const struct object *o = object_with(n);
    if (o->matter != MATTER_VARIABLE || !is_tracked(o->address)) {
      continue;
    }
    bool is_visible_one = (o->flags & (OBJECT_PLAIN | OBJECT_VISIBLE)) ==
                          (OBJECT_PLAIN | OBJECT_VISIBLE);
    visible_count += is_visible_one;
    for (uint64_t a = o->address & ~7ull; is_visible_one && a < o->address + o->size; a += 8) {
      uint8_t bit;
      uint8_t *byte = visible_bit(a, &bit);
      *byte |= bit; /* is taken back by hide_all only: variable_at decides */
    }
  }
}

void shadow_begin_execution(void) {
  if (UNLIKELY((execution & EXECUTION_MASK) == 0)) {
    execution++;
    madvise(low_shadow, LOW_END / 8 * sizeof(struct granule), MADV_DONTNEED);
    madvise(high_shadow, HIGH_SIZE / 8 * sizeof(struct granule), MADV_DONTNEED);
  }
  stamp = (uint64_t)(execution & EXECUTION_MASK) << 20;
  further_count = 1; /* 0 is none */
  note_count = 0;
  if (shared->visibility != visibility) {
    visibility = shared->visibility;
    look_for_visible();
  }
}

// --- findings

static int position_of(uint32_t pc) {
  return (pc & NOTED) != 0 ? notes[pc & ~NOTED].place : place_of(pc);
}

static _Noreturn void bad_access(uint64_t entry, uint64_t fresh, uint64_t address) {
  const char *what = (fresh & WRITES) != 0 ? "writes" : "reads";
  struct allocation block;
  bool is_known = allocation_at((void *)(address & ~7ull), &block) || //
                  allocation_at((void *)address, &block);
  unsigned long long size = is_known ? block.size : 0;
  int allocated = is_known ? block.position : NONE;
  int freed = freed_position((const void *)address);
  if ((entry & FREED) != 0) {
    fail(CRASH, "use after free: %s memory of a block of %llu bytes that was freed@%d@", what, size,
         freed);
  }
  fail(CRASH, "out of bounds: %s beside a heap block of %llu bytes, allocated@%d@", what, size,
       allocated);
}

static void report_race(uint64_t entry, uint32_t first_pc, uint64_t fresh, uint64_t base,
                        uint32_t pc) {
  uint32_t both = MASK(entry) & MASK(fresh);
  uint64_t address = base + (uint64_t)__builtin_ctz(both);
  int location = object_number((void *)address, (uint32_t)__builtin_popcount(both),
                               MATTER_VARIABLE);
  if (raced_in[location] == execution || shared->races >= shared->report_capacity) {
    return;
  }
  raced_in[location] = execution;
  object_with(location)->flags |= OBJECT_PLAIN;
  struct race *races = shared_at(shared->races_at);
  bool is_noted = (first_pc & NOTED) != 0;
  races[shared->races++] = (struct race){
      .location = location,
      .first_thread = THREAD(entry),
      .first_writes = (entry & WRITES) != 0,
      .first_position = position_of(first_pc),
      .second_thread = self->number,
      .second_writes = (fresh & WRITES) != 0,
      .second_position = records_details ? place_here() : place_of(pc),
      .events = event_count,
      .first_events = is_noted ? notes[first_pc & ~NOTED].events : NONE,
  };
}

// --- one access to one granule

/* Whether a later access that races with the old entry races with the fresh one, too. */
static inline bool is_superfluous(uint64_t old, uint64_t fresh) {
  return (MASK(old) & ~MASK(fresh)) == 0 &&
         ((old & WRITES) == 0 || (fresh & WRITES) != 0) &&
         ((fresh & ATOMIC) == 0 || (old & ATOMIC) != 0);
}

/* Compares with an earlier entry; whether the fresh one can take its place. */
static inline bool meets(uint64_t old, uint32_t old_pc, uint64_t fresh, uint64_t base,
                         uint32_t pc) {
  if (STAMP(old) != stamp) {
    return true;
  }
  if ((MASK(old) & MASK(fresh)) == 0) {
    return false;
  }
  if (UNLIKELY((old & (FREED | OUTSIDE)) != 0) && (fresh & (FREED | OUTSIDE)) == 0) {
    bad_access(old, fresh, base + (uint64_t)__builtin_ctz(MASK(old) & MASK(fresh)));
  }
  if (THREAD(old) != self->number) {
    bool is_ordered = TIME(old) <= self->clock[THREAD(old)];
    if (!is_ordered) {
      if (((old | fresh) & WRITES) != 0 && (old & fresh & ATOMIC) == 0) {
        report_race(old, old_pc, fresh, base, pc);
      }
      return false;
    }
  }
  return is_superfluous(old, fresh);
}

static void add_further(struct granule *g, uint64_t fresh, uint64_t base, uint32_t pc) {
  uint32_t first = g->further;
  bool is_own = first > 0 && first < further_count && further[first].of == g &&
                further[first].execution == execution;
  for (uint32_t n = is_own ? first : 0; n != 0; n = further[n].next) {
    if (further[n].entry == fresh) {
      return;
    }
    if (meets(further[n].entry, further[n].pc, fresh, base, pc)) {
      further[n].entry = fresh;
      further[n].pc = pc;
      return;
    }
  }
  if (further_count == MAX_FURTHER) {
    refuse("the program shares more memory than the runtime can watch; check a smaller input");
  }
  further[further_count] = (struct further){
      .entry = fresh, .of = g, .execution = execution, .pc = pc, .next = is_own ? first : 0};
  g->further = further_count++;
}

static uint32_t noted(uint64_t address, uint32_t pc) {
  if (LIKELY(!records_details)) {
    return pc;
  }
  int object = variable_at(address);
  if (object == NONE || (object_with(object)->flags & OBJECT_PLAIN) == 0 ||
      note_count == MAX_NOTES) {
    return pc;
  }
  notes[note_count] = (struct note){.place = place_here(), .events = event_count};
  return NOTED | note_count++;
}

static __attribute__((noinline)) void access_slowly(struct granule *g, uint64_t fresh,
                                                    uint64_t base, uint32_t plain_pc) {
  uint32_t pc = noted(base + (uint64_t)__builtin_ctz(MASK(fresh)), plain_pc);
  int place = NONE;
  for (int i = 0; i < ENTRIES; i++) {
    if (meets(g->entry[i], g->pc[i], fresh, base, pc)) {
      g->entry[i] = 0;
      place = place == NONE ? i : place;
    }
  }
  uint32_t first = g->further;
  bool has_further = first > 0 && first < further_count && further[first].of == g &&
                     further[first].execution == execution;
  if (UNLIKELY(has_further || place == NONE)) {
    add_further(g, fresh, base, pc);
    if (place == NONE) {
      return;
    }
  }
  g->entry[place] = fresh;
  g->pc[place] = pc;
}

static inline struct granule *granule_of(uint64_t address) {
  if (address - REGION_BASE < HIGH_SIZE) {
    return &high_shadow[(address - REGION_BASE) >> 3];
  }
  return address < LOW_END ? &low_shadow[address >> 3] : NULL;
}

static inline uint64_t fresh_entry(uint32_t mask, uint64_t flags) {
  uint32_t time = self->clock[self->number];
  if (UNLIKELY(time > MAX_TIME)) {
    refuse("a thread synchronises more than %u times in one execution", MAX_TIME);
  }
  return (uint64_t)time << 42 | stamp | flags | (uint64_t)(uint32_t)self->number << 8 | mask;
}

static inline void access_granule(uint64_t address, uint32_t size, uint64_t flags, uint32_t pc) {
  struct granule *g = granule_of(address);
  if (UNLIKELY(g == NULL)) {
    return;
  }
  uint32_t mask = ((1u << size) - 1) << (address & 7);
  uint64_t fresh = fresh_entry(mask, flags);
  if (LIKELY(g->entry[0] == fresh || g->entry[1] == fresh || g->entry[2] == fresh)) {
    return;
  }
  access_slowly(g, fresh, address & ~7ull, pc);
}

// --- accesses to visible locations

/* Does the operations of an access in one granule; returns the bytes that are no part of them. */
static uint32_t access_visibly(uint64_t base, uint32_t mask, bool writes) {
  for (int byte = 0; byte < 8; byte++) {
    if ((mask & 1u << byte) == 0) {
      continue;
    }
    int number = variable_at(base + (uint64_t)byte);
    const struct object *o = number == NONE ? NULL : object_with(number);
    if (o == NULL || (o->flags & (OBJECT_PLAIN | OBJECT_VISIBLE)) !=
                         (OBJECT_PLAIN | OBJECT_VISIBLE)) {
      continue;
    }
    for (int b = byte; b < 8 && base + (uint64_t)b < o->address + o->size; b++) {
      mask &= ~(1u << b);
    }
    int kind = writes ? WRITE : READ;
    stand(kind, number, NULL);
    struct event e = event_of(kind, number, writes ? MODE_WRITE : MODE_READ);
    const volatile void *address = (const volatile void *)(uintptr_t)o->address;
    e.before = e.value = value_code(value_at(address, o->size));
    record_event(e);
    if (writes) {
      value_comes_late(address, o->size);
    }
  }
  return mask;
}

static bool touches_visible(uint64_t address) {
  if (!is_tracked(address)) {
    return false;
  }
  uint8_t bit;
  return (*visible_bit(address, &bit) & bit) != 0;
}

/* A visible access leaves no entry, but it must not touch what is closed. */
static void check_open(uint64_t base, uint32_t mask, bool writes) {
  const struct granule *g = granule_of(base);
  for (int i = 0; i < ENTRIES; i++) {
    uint64_t e = g->entry[i];
    bool is_closed = STAMP(e) == stamp && (e & (FREED | OUTSIDE)) != 0;
    if (UNLIKELY(is_closed && (MASK(e) & mask) != 0)) {
      bad_access(e, writes ? WRITES : 0, base + (uint64_t)__builtin_ctz(MASK(e) & mask));
    }
  }
}

static inline void access_part(uint64_t address, uint32_t size, bool writes, uint32_t pc) {
  uint64_t flags = writes ? WRITES : 0;
  if (UNLIKELY(visible_count > 0) && touches_visible(address)) {
    uint64_t base = address & ~7ull;
    uint32_t all = ((1u << size) - 1) << (address & 7);
    uint32_t mask = access_visibly(base, all, writes);
    check_open(base, all & ~mask, writes);
    while (mask != 0) { /* what is left, in runs of neighbouring bytes */
      uint32_t from = (uint32_t)__builtin_ctz(mask);
      uint32_t count = (uint32_t)__builtin_ctz(~(mask >> from));
      access_granule(base + from, count, flags, pc);
      mask &= ~(((1u << count) - 1) << from);
    }
    return;
  }
  access_granule(address, size, flags, pc);
}

// --- for hooks, ranges and the heap

void access_memory(const volatile void *memory, size_t size, bool writes, uintptr_t pc) {
  uint64_t address = (uintptr_t)memory;
  while (size > 0) {
    uint64_t room = 8 - (address & 7);
    uint32_t part = (uint32_t)(size < room ? size : room);
    access_part(address, part, writes, (uint32_t)pc);
    address += part;
    size -= part;
  }
}

void access_atomically(const volatile void *memory, size_t size, bool writes, uintptr_t pc) {
  uint64_t address = (uintptr_t)memory;
  for (size_t done = 0; done < size; done += 8) {
    uint32_t part = (uint32_t)(size - done < 8 ? size - done : 8);
    access_granule(address + done, part, ATOMIC | (writes ? WRITES : 0), (uint32_t)pc);
  }
}

/* Marks bytes that no access may touch. */
static void close_bytes(uint64_t from, uint64_t to, uint64_t flag, uint32_t pc) {
  while (from < to) {
    uint64_t end = (from & ~7ull) + 8 < to ? (from & ~7ull) + 8 : to;
    access_granule(from, (uint32_t)(end - from), WRITES | flag, pc);
    from = end;
  }
}

void memory_allocated(void *memory, size_t size) {
  if (is_active && self != NULL) {
    uint64_t from = (uintptr_t)memory, to = from + size;
    close_bytes(from - 16, from, OUTSIDE, 0);
    close_bytes(to, (to + 31) & ~15ull, OUTSIDE, 0);
  }
}

/* Bytes that were closed belong to a block again. */
void memory_reopened(void *memory, size_t size) {
  uint64_t from = (uintptr_t)memory & ~7ull, to = (uintptr_t)memory + size;
  for (uint64_t base = from; base < to; base += 8) {
    struct granule *g = granule_of(base);
    for (int i = 0; i < ENTRIES; i++) {
      g->entry[i] = (g->entry[i] & (FREED | OUTSIDE)) != 0 ? 0 : g->entry[i];
    }
    bool has_further = g->further > 0 && g->further < further_count &&
                       further[g->further].of == g && further[g->further].execution == execution;
    for (uint32_t n = has_further ? g->further : 0; n != 0; n = further[n].next) {
      further[n].entry = (further[n].entry & (FREED | OUTSIDE)) != 0 ? 0 : further[n].entry;
    }
  }
}

/* To free a block is to write all of it: an operation where a location in it is visible. */
static void free_visibly(uint64_t from, uint64_t to) {
  for (uint64_t base = from & ~7ull; visible_count > 0 && base < to; base += 8) {
    if (UNLIKELY(touches_visible(base))) {
      access_visibly(base, 0xff, true);
    }
  }
}

void memory_freed(void *memory, size_t size, uintptr_t pc) {
  if (is_active && self != NULL) {
    free_visibly((uintptr_t)memory, (uintptr_t)memory + size);
    close_bytes((uintptr_t)memory, (uintptr_t)memory + size, FREED, (uint32_t)pc);
  }
}
