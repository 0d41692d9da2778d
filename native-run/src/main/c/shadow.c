/*
 * Data races and bad accesses, found while the program runs.
 *
 * For each 8 bytes of the program's memory the shadow holds the accesses that could still race with
 * a later one: who, when, which bytes, how. An access replaces those it makes superfluous: every
 * later access that races with the replaced one races with it too. So nothing is forgotten: if
 * there is no room the rest goes to a list. Entries of earlier executions do not count.
 *
 * Large ranges (a block that is freed, a buffer that is filled) are accessed in chunks: a chunk that
 * was only accessed as a whole has a few entries for all of its granules. They are copied to the
 * granules at the first access to a part of it.
 *
 * A location that raced gets a number, and when the engine has made it visible accesses to it are
 * operations.
 */
#include "shadow.h"

#include <sys/mman.h>

enum { ENTRIES = 5, MAX_FURTHER = 1 << 22 };

struct granule {
  uint64_t entry[ENTRIES];
  uint32_t pc[ENTRIES];
  uint32_t further; /* the first of further entries, if that one is of this granule */
};

enum { CHUNK = 1024, CHUNK_ENTRIES = 2 };

/* The entries of granules of one chunk, as long as they are the same for all. */
struct chunk {
  uint64_t entry[CHUNK_ENTRIES];
  uint32_t pc[CHUNK_ENTRIES];
  uint32_t divided_in; /* the last execution in which the granules have entries of their own */
  uint32_t reserved;
};

struct further {
  uint64_t entry;
  struct granule *of;
  uint32_t execution, pc, next, reserved;
};

static KEEP struct granule *low_shadow, *high_shadow;
static KEEP struct chunk *low_chunks, *high_chunks;
static KEEP struct further *further;
static KEEP uint32_t further_count;
static KEEP uint64_t stamp; /* the bits of the execution in an entry */

void *shadow_reserve(size_t size) {
  void *memory =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    refuse("there are no addresses for the shadow of the memory; raise 'ulimit -v'");
  }
  madvise(memory, size, MADV_WIPEONFORK); /* a forked execution begins with an empty one */
  return memory;
}

void shadow_begin_process(void) {
  low_shadow = shadow_reserve(LOW_END / 8 * sizeof(struct granule));
  high_shadow = shadow_reserve(HIGH_SIZE / 8 * sizeof(struct granule));
  low_chunks = shadow_reserve(LOW_END / CHUNK * sizeof(struct chunk));
  high_chunks = shadow_reserve(HIGH_SIZE / CHUNK * sizeof(struct chunk));
  further = shadow_reserve(MAX_FURTHER * sizeof(struct further));
  visible_begin_process();
  races_begin_process();
}

void shadow_begin_execution(void) {
  if (UNLIKELY((execution & EXECUTION_MASK) == 0)) {
    execution++;
    madvise(low_shadow, LOW_END / 8 * sizeof(struct granule), MADV_DONTNEED);
    madvise(high_shadow, HIGH_SIZE / 8 * sizeof(struct granule), MADV_DONTNEED);
    madvise(low_chunks, LOW_END / CHUNK * sizeof(struct chunk), MADV_DONTNEED);
    madvise(high_chunks, HIGH_SIZE / CHUNK * sizeof(struct chunk), MADV_DONTNEED);
  }
  stamp = (uint64_t)(execution & EXECUTION_MASK) << 20;
  further_count = 1; /* 0 is none */
  visible_begin_execution();
  races_begin_execution();
}

// --- chunks

static inline struct granule *granule_of(uint64_t address) {
  if (address - REGION_BASE < HIGH_SIZE) {
    return &high_shadow[(address - REGION_BASE) >> 3];
  }
  return address < LOW_END ? &low_shadow[address >> 3] : NULL;
}

static inline struct chunk *chunk_of(uint64_t address) {
  if (address - REGION_BASE < HIGH_SIZE) {
    return &high_chunks[(address - REGION_BASE) / CHUNK];
  }
  return address < LOW_END ? &low_chunks[address / CHUNK] : NULL;
}

static __attribute__((noinline)) void divide(struct chunk *chunk, uint64_t address) {
  chunk->divided_in = execution;
  struct granule *first = granule_of(address & ~(uint64_t)(CHUNK - 1));
  for (int e = 0; e < CHUNK_ENTRIES; e++) {
    for (int i = 0; STAMP(chunk->entry[e]) == stamp && i < CHUNK / 8; i++) {
      first[i].entry[e] = chunk->entry[e]; /* what is there is of an earlier execution */
      first[i].pc[e] = chunk->pc[e];
    }
  }
}

/* Granules of the chunk of an address are to be looked at, or to get entries. */
static inline void divide_chunk_of(uint64_t address) {
  struct chunk *chunk = chunk_of(address);
  if (UNLIKELY(chunk->divided_in != execution)) {
    divide(chunk, address);
  }
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
  bool is_unordered = THREAD(old) != self->number && TIME(old) > self->clock[THREAD(old)];
  if (UNLIKELY((old & (FREED | OUTSIDE)) != 0) && (fresh & (FREED | OUTSIDE)) == 0) {
    if (is_unordered && (old & FREED) != 0) {
      report_race(old, old_pc, fresh, base, pc); /* so that the other order is explored, too */
    }
    bad_access(old, fresh, base + (uint64_t)__builtin_ctz(MASK(old) & MASK(fresh)));
  }
  if (is_unordered) {
    if (((old | fresh) & WRITES) != 0 && (old & fresh & ATOMIC) == 0) {
      report_race(old, old_pc, fresh, base, pc);
    }
    return false;
  }
  return is_superfluous(old, fresh);
}

/* The first of the further entries of a granule in this execution, 0 if it has none. */
static inline uint32_t first_further(const struct granule *g) {
  uint32_t first = g->further;
  bool is_own = first > 0 && first < further_count && further[first].of == g &&
                further[first].execution == execution;
  return is_own ? first : 0;
}

/* Compares with all further entries; which of them the fresh one can replace, 0 if none. */
static uint32_t meet_further(const struct granule *g, uint64_t fresh, uint64_t base, uint32_t pc) {
  uint32_t place = 0;
  for (uint32_t n = first_further(g); n != 0; n = further[n].next) {
    if (meets(further[n].entry, further[n].pc, fresh, base, pc)) {
      further[n].entry = 0;
      place = n;
    }
  }
  return place;
}

static void add_further(struct granule *g, uint32_t place, uint64_t fresh, uint32_t pc) {
  if (place != 0) {
    further[place].entry = fresh;
    further[place].pc = pc;
    return;
  }
  if (further_count == MAX_FURTHER) {
    refuse("the program shares more memory than the runtime can watch; check a smaller input");
  }
  further[further_count] = (struct further){
      .entry = fresh, .of = g, .execution = execution, .pc = pc, .next = first_further(g)};
  g->further = further_count++;
}

static __attribute__((noinline)) void access_slowly(struct granule *g, uint64_t fresh,
                                                    uint64_t base, uint32_t plain_pc) {
  divide_chunk_of(base);
  uint32_t pc = note_access(base + (uint64_t)__builtin_ctz(MASK(fresh)), plain_pc);
  int place = NONE;
  for (int i = 0; i < ENTRIES; i++) {
    if (meets(g->entry[i], g->pc[i], fresh, base, pc)) {
      g->entry[i] = 0;
      place = place == NONE ? i : place;
    }
  }
  uint32_t further_place = meet_further(g, fresh, base, pc);
  if (is_of_stack(base)) {
    local_touched(base, (fresh & WRITES) != 0);
  }
  if (UNLIKELY(place == NONE)) {
    add_further(g, further_place, fresh, pc);
    return;
  }
  g->entry[place] = fresh;
  g->pc[place] = pc;
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
    if ((flags & WRITES) != 0) {
      unwatched_write(address);
    }
    return;
  }
  uint32_t mask = BYTES(address, size);
  uint64_t fresh = fresh_entry(mask, flags);
  if (LIKELY(g->entry[0] == fresh || g->entry[1] == fresh || g->entry[2] == fresh)) {
    return;
  }
  access_slowly(g, fresh, address & ~7ull, pc);
}

// --- beside visible locations

static inline void check_entry(uint64_t entry, uint64_t base, uint32_t mask, bool writes) {
  bool is_closed = STAMP(entry) == stamp && (entry & (FREED | OUTSIDE)) != 0;
  if (UNLIKELY(is_closed && (MASK(entry) & mask) != 0)) {
    bad_access(entry, writes ? WRITES : 0, base + (uint64_t)__builtin_ctz(MASK(entry) & mask));
  }
}

/* A visible access leaves no entry, but it must not touch what is closed. */
static void check_open(uint64_t base, uint32_t mask, bool writes) {
  divide_chunk_of(base);
  if (is_of_stack(base)) {
    local_touched(base, writes);
  }
  const struct granule *g = granule_of(base);
  for (int i = 0; i < ENTRIES; i++) {
    check_entry(g->entry[i], base, mask, writes);
  }
  for (uint32_t n = first_further(g); n != 0; n = further[n].next) {
    check_entry(further[n].entry, base, mask, writes);
  }
}

static inline void access_part(uint64_t address, uint32_t size, bool writes, uint32_t pc) {
  uint64_t flags = writes ? WRITES : 0;
  if (UNLIKELY(visible_count > 0) && touches_visible(address)) {
    uint64_t base = address & ~7ull;
    uint32_t all = BYTES(address, size);
    uint32_t mask = all & ~visible_bytes(base);
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

// --- accesses to whole chunks

/* Whether an access and an earlier one can stand for all granules of a chunk side by side. */
static inline bool gets_along(uint64_t old, uint64_t fresh) {
  bool is_closed = (old & (FREED | OUTSIDE)) != 0 && (fresh & (FREED | OUTSIDE)) == 0;
  bool is_ordered = THREAD(old) == self->number || TIME(old) <= self->clock[THREAD(old)];
  return STAMP(old) != stamp || (!is_closed && is_ordered);
}

/* An access to a whole chunk; false if its granules have to be accessed one by one. */
static bool access_chunk(uint64_t address, uint64_t flags, uint32_t pc) {
  struct chunk *chunk = chunk_of(address);
  if (chunk == NULL || chunk->divided_in == execution || records_details || has_visible(address, CHUNK)) {
    return false;
  }
  uint64_t fresh = fresh_entry(0xff, flags);
  int place = NONE;
  for (int i = CHUNK_ENTRIES - 1; i >= 0; i--) {
    uint64_t old = chunk->entry[i];
    if (!gets_along(old, fresh)) {
      return false;
    }
    place = STAMP(old) != stamp || is_superfluous(old, fresh) ? i : place;
  }
  if (place == NONE) {
    return false;
  }
  if (is_of_stack(address)) {
    local_touched(address, (flags & WRITES) != 0);
  }
  for (int i = 0; i < CHUNK_ENTRIES; i++) {
    if (is_superfluous(chunk->entry[i], fresh)) {
      chunk->entry[i] = 0;
    }
  }
  chunk->entry[place] = fresh;
  chunk->pc[place] = pc;
  return true;
}

/* Whether an access begins with a whole chunk, which is done then. */
static inline bool begins_with_chunk(uint64_t address, uint64_t size, uint64_t flags,
                                     uint32_t pc) {
  return UNLIKELY(size >= CHUNK) && address % CHUNK == 0 && access_chunk(address, flags, pc);
}

// --- for hooks, ranges and the heap

static void access_parts(uint64_t address, size_t size, bool writes, uintptr_t pc) {
  if (UNLIKELY(are_times_left_out)) {
    told_touched(address, size, writes);
  }
  while (size > 0) {
    uint64_t room = 8 - (address & 7);
    uint32_t part = (uint32_t)(size < room ? size : room);
    if (begins_with_chunk(address, size, writes ? WRITES : 0, (uint32_t)pc)) {
      part = CHUNK;
    } else {
      access_part(address, part, writes, (uint32_t)pc);
    }
    address += part;
    size -= part;
  }
}

void access_ahead(const volatile void *memory, size_t size) {
  uint64_t address = (uintptr_t)memory;
  if (UNLIKELY(visible_count > 0)) {
    access_visibly(address, address + size, TOUCH_WRITE);
  }
}

void access_further(const volatile void *memory, size_t size, bool writes, uintptr_t pc) {
  uint64_t address = (uintptr_t)memory;
  if (UNLIKELY(visible_count > 0)) {
    access_visibly(address, address + size, writes ? TOUCH_WRITE : TOUCH_READ);
  }
  access_parts(address, size, writes, pc);
}

void access_memory(const volatile void *memory, size_t size, bool writes, uintptr_t pc) {
  uint64_t address = (uintptr_t)memory;
  if (UNLIKELY(visible_count > 0)) {
    bool is_small = (address & 7) + size <= 8;
    if (!is_small || touches_visible(address)) {
      hook_begins(size, writes, pc);
      access_visibly(address, address + size, writes ? TOUCH_WRITE : TOUCH_READ);
    }
  }
  access_parts(address, size, writes, pc);
}

void access_atomically(const volatile void *memory, size_t size, bool writes, uintptr_t pc) {
  uint64_t address = (uintptr_t)memory;
  while (size > 0) { /* by granules, also if it is not aligned */
    uint64_t room = 8 - (address & 7);
    uint32_t part = (uint32_t)(size < room ? size : room);
    access_granule(address, part, ATOMIC | (writes ? WRITES : 0), (uint32_t)pc);
    address += part;
    size -= part;
  }
}

void memory_used(const volatile void *memory, size_t size, uintptr_t pc) {
  if (UNLIKELY(visible_count > 0)) {
    uint64_t address = (uintptr_t)memory;
    access_begins();
    access_visibly(address, address + size, TOUCH_READ);
  }
  access_atomically(memory, size, false, pc);
}

void memory_initialised(const volatile void *memory, size_t size, uintptr_t pc) {
  if (is_active && self != NULL) {
    access_begins();
    access_further(memory, size, true, pc);
  }
}

/* Marks bytes that no access may touch. */
static void close_bytes(uint64_t from, uint64_t to, uint64_t flag, uint32_t pc) {
  while (from < to) {
    uint64_t end = (from & ~7ull) + 8 < to ? (from & ~7ull) + 8 : to;
    if (begins_with_chunk(from, to - from, WRITES | flag, pc)) {
      end = from + CHUNK;
    } else {
      access_granule(from, (uint32_t)(end - from), WRITES | flag, pc);
    }
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
    divide_chunk_of(base);
    struct granule *g = granule_of(base);
    for (int i = 0; i < ENTRIES; i++) {
      g->entry[i] = (g->entry[i] & (FREED | OUTSIDE)) != 0 ? 0 : g->entry[i];
    }
    for (uint32_t n = first_further(g); n != 0; n = further[n].next) {
      further[n].entry = (further[n].entry & (FREED | OUTSIDE)) != 0 ? 0 : further[n].entry;
    }
  }
}

static void close_freed(uint64_t from, uint64_t to) { close_bytes(from, to, FREED, 0); }

/* To free a block is to write all of it. */
void memory_freed(void *memory, size_t size, uintptr_t pc) {
  uint64_t from = (uintptr_t)memory, to = from + size;
  if (is_active && self != NULL) {
    if (UNLIKELY(visible_count > 0)) {
      free_visibly(from, to, close_freed);
    }
    close_bytes(from, to, FREED, (uint32_t)pc);
  }
}

/* Whether nobody accessed a chunk in this execution. */
static bool is_untouched(uint64_t address) {
  const struct chunk *chunk = chunk_of(address);
  return chunk->divided_in != execution && STAMP(chunk->entry[0]) != stamp &&
         STAMP(chunk->entry[1]) != stamp && !has_visible(address, CHUNK);
}

static bool is_accessed(uint64_t address) {
  const struct granule *g = granule_of(address);
  const struct chunk *chunk = chunk_of(address);
  bool is_any = chunk->divided_in != execution; /* then all of it was accessed at once */
  for (int i = 0; i < ENTRIES && chunk->divided_in == execution; i++) {
    is_any |= STAMP(g->entry[i]) == stamp;
  }
  return is_any;
}

void each_accessed(uint64_t from, uint64_t to, void (*visit)(uint64_t from, uint64_t to)) {
  for (uint64_t at = from & ~7ull; at < to;) {
    if (is_untouched(at)) {
      at = (at & ~(uint64_t)(CHUNK - 1)) + CHUNK;
      continue;
    }
    uint64_t end = at;
    while (end < to && (end == at || end % CHUNK != 0) && is_accessed(end)) {
      end += 8;
    }
    if (end > at) {
      visit(at, end);
    }
    at = end > at ? end : at + 8;
  }
}

/* Where the next touched chunk, or untouched one, begins. */
static uint64_t end_of_chunks(uint64_t from, uint64_t to, bool are_untouched) {
  while (from < to && is_untouched(from) == are_untouched) {
    from = (from & ~(uint64_t)(CHUNK - 1)) + CHUNK;
  }
  return from < to ? from : to;
}

/*
 * To unmap memory is to free it. Who accesses it later faults anyhow: so where much was set aside
 * what nobody touched needs no entry.
 */
void memory_unmapped(void *memory, size_t size, uintptr_t pc) {
  enum { LARGE = 1 << 20 };
  uint64_t from = (uintptr_t)memory, to = from + size;
  while (is_active && self != NULL && from < to) {
    from = size < LARGE ? from : end_of_chunks(from, to, true);
    uint64_t end = size < LARGE ? to : end_of_chunks(from, to, false);
    memory_freed((void *)from, end - from, pc);
    from = end;
  }
}
