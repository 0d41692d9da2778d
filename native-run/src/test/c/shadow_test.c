/*
 * Races and bad accesses: random accesses of all sizes by some threads, compared with a list of all
 * of them, in which each is compared with each.
 */
#include "fake_scheduler.h"
#include "numbers.h"
#include "scheduler.h"

enum { THREADS = 3, FIRST = 3, SIZE = 8192, ROUNDS = 3000, OPERATIONS = 60, CAPACITY = 4096 };

#define BASE (REGION_BASE + STACK_SIZE)

static struct object numbered[1024];
static struct race races[CAPACITY];
static uint64_t seed;

struct object *object_with(int number) { return &numbered[number]; }
void *shared_at(uint64_t offset) {
  (void)offset;
  return races;
}
int leader_of(int number) { return number; }
void join_objects(int one, int other) {
  (void)one;
  (void)other;
}
int variable_at(uintptr_t address) { return (int)((address - BASE) / 8); }
int place_of(uintptr_t pc) { return (int)pc; }
bool allocation_at(const void *address, struct allocation *into) {
  (void)address;
  (void)into;
  return false;
}
int freed_position(const void *address) {
  (void)address;
  return NONE;
}
bool has_engine(void) { return false; }
int value_code(uint64_t value) { return (int)value; }
void value_comes_late(const volatile void *address, uint32_t size) {
  (void)address;
  (void)size;
}

static unsigned draw(unsigned bound) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(seed >> 33) % bound;
}

// --- the oracle

struct remembered_access {
  int thread;
  uint32_t time;
  unsigned from, to;
  bool writes, frees, is_atomic;
};

static struct remembered_access all[OPERATIONS];
static int all_count;
static bool raced[SIZE / 8], told[SIZE / 8];

static bool overlaps(const struct remembered_access *a, unsigned from, unsigned to) {
  return a->from < to && from < a->to;
}

static bool is_closed(unsigned from, unsigned to) {
  for (int i = 0; i < all_count; i++) {
    if (all[i].frees && overlaps(&all[i], from, to)) {
      return true;
    }
  }
  return false;
}

static void remember(unsigned from, unsigned to, bool writes, bool frees, bool is_atomic) {
  for (int i = 0; i < all_count; i++) {
    const struct remembered_access *a = &all[i];
    bool is_ordered = a->thread == self->number || a->time <= self->clock[a->thread];
    if (!is_ordered && (writes || a->writes) && !(is_atomic && a->is_atomic)) {
      unsigned low = a->from > from ? a->from : from, high = a->to < to ? a->to : to;
      for (unsigned byte = low; byte < high; byte++) {
        raced[byte / 8] = true;
      }
    }
  }
  all[all_count++] = (struct remembered_access){
      self->number, self->clock[self->number], from, to, writes, frees, is_atomic};
}

static bool has_raced(unsigned from, unsigned to) {
  for (unsigned byte = from; byte < to; byte++) {
    if (raced[byte / 8]) {
      return true;
    }
  }
  return false;
}

// --- accesses

static void begin(void) {
  execution++;
  memset(numbered, 0, sizeof numbered);
  memset(raced, 0, sizeof raced);
  memset(told, 0, sizeof told);
  all_count = 0;
  shared->races = 0;
  shared->report_capacity = CAPACITY;
  for (int t = FIRST; t < FIRST + THREADS; t++) {
    memset(threads[t].clock, 0, sizeof threads[t].clock);
    threads[t].clock[t] = 1;
  }
  shadow_begin_execution();
}

static void hear_from(int other) {
  for (int t = 0; t < MAX_THREADS; t++) {
    if (threads[other].clock[t] > self->clock[t]) {
      self->clock[t] = threads[other].clock[t];
    }
  }
  threads[other].clock[other]++;
}

/* Bytes that lie close together have more entries than there is room for. */
static void choose_bytes(unsigned *from, unsigned *to) {
  *from = draw(12);
  *to = *from + 1 + draw(draw(4) == 0 ? 16 : 3);
}

static void choose_range(unsigned *from, unsigned *to) {
  unsigned size = draw(3) == 0 ? 1 + draw(16) : draw(2) == 0 ? 1 + draw(4000) : 1024 * (1 + draw(4));
  *from = draw(2) == 0 ? draw(SIZE - size + 1) : draw((SIZE - size) / 1024 + 1) * 1024;
  *to = *from + size;
}

static void do_access(unsigned from, unsigned to, bool writes, bool frees, bool is_atomic) {
  void *address = (void *)(uintptr_t)(BASE + from);
  if (frees) {
    memory_freed(address, to - from, 1);
  } else if (is_atomic) {
    access_atomically(address, to - from, writes, 1);
  } else {
    access_memory(address, to - from, writes, 1);
  }
}

static __attribute__((noinline)) void try_access(unsigned from, unsigned to, bool writes,
                                                 bool frees, bool is_atomic) {
  TRY(do_access(from, to, writes, frees, is_atomic));
}

/* One access at random; false if the execution ended by it. */
static bool step(void (*choose)(unsigned *from, unsigned *to), bool may_free) {
  unsigned from, to;
  choose(&from, &to);
  bool frees = may_free && draw(12) == 0, writes = frees || draw(2) == 0;
  if (frees) { /* blocks begin and end with granules */
    from &= ~7u;
    to = (to + 7) & ~7u;
  }
  if (frees && is_closed(from, to)) {
    return true;
  }
  bool is_bad = is_closed(from, to);
  bool is_atomic = !frees && to - from <= 16 && draw(3) == 0; /* also where it is not aligned */
  try_access(from, to, writes, frees, is_atomic);
  if (is_bad) { /* one that races with the block's release may be told as a race only */
    CHECK(outcome == FAILED ? strstr(last_text, "use after free") != NULL : has_raced(from, to));
    return false;
  }
  CHECK(outcome == WENT_ON);
  remember(from, to, writes, frees, is_atomic);
  return true;
}

static void compare(void) {
  for (uint32_t i = 0; i < shared->races; i++) {
    told[(numbered[races[i].location].address - BASE) / 8] = true;
  }
  for (int g = 0; g < SIZE / 8; g++) {
    if (told[g] != raced[g]) {
      fprintf(stderr, "seed %llu: granule %d: told %d\n", (unsigned long long)seed, g, told[g]);
      exit(1);
    }
  }
}

/* The shadow asks for numbers of locations: one for each granule is enough here. */
int object_number(const volatile void *address, uint32_t size, enum matter matter) {
  (void)size;
  (void)matter;
  unsigned granule = (unsigned)((uintptr_t)address - BASE) / 8;
  numbered[granule].address = BASE + granule * 8;
  return (int)granule;
}

static void one_round(int round, void (*choose)(unsigned *from, unsigned *to), bool may_free) {
  seed = (uint64_t)round;
  begin();
  bool goes_on = true;
  for (int i = 0; goes_on && i < 5 + round % (OPERATIONS - 5); i++) {
    as_thread(FIRST + (int)draw(THREADS));
    if (draw(3) != 0) {
      goes_on = step(choose, may_free);
    } else {
      hear_from(FIRST + (int)draw(THREADS));
    }
  }
  if (goes_on) {
    compare();
  }
}

static void test_races_are_those_of_the_list(void) {
  int with_races = 0;
  for (int round = 0; round < ROUNDS; round++) {
    one_round(round, choose_range, true);
    with_races += shared->races > 0;
    one_round(round, choose_bytes, false);
    one_round(round, choose_bytes, true);
  }
  CHECK(with_races > ROUNDS / 10 && with_races < ROUNDS - ROUNDS / 100);
}

static void test_part_of_a_freed_range_is_closed(void) {
  begin();
  as_thread(FIRST);
  memory_freed((void *)(uintptr_t)BASE, 4096, 1);
  CHECK_FAILS(access_memory((void *)(uintptr_t)(BASE + 2000), 1, false, 1), "use after free");
  memory_reopened((void *)(uintptr_t)BASE, 4096);
  TRY(access_memory((void *)(uintptr_t)(BASE + 3000), 1, false, 1));
  CHECK(outcome == WENT_ON);
}

static void test_an_execution_begins_with_nothing(void) {
  begin();
  as_thread(FIRST);
  access_memory((void *)(uintptr_t)BASE, SIZE, true, 1);
  begin();
  as_thread(FIRST + 1);
  access_memory((void *)(uintptr_t)(BASE + 100), 8, true, 1);
  access_memory((void *)(uintptr_t)BASE, SIZE, true, 1);
  CHECK(shared->races == 0);
}

int main(void) {
  begin_test("races and bad accesses");
  puts("compared with a list of all accesses");
  shadow_begin_process();
  test_races_are_those_of_the_list();
  test_part_of_a_freed_range_is_closed();
  test_an_execution_begins_with_nothing();
  return 0;
}
