/* Numbers of threads, objects, values and places: what they mean stays, and groups only grow. */
#include "numbers.h"

#include "fake_scheduler.h"
#include "scheduler.h"

enum { THREAD_ROOM = 16, OBJECT_ROOM = 64, PLACE_ROOM = 8, VALUE_ROOM = 8, AT = 1 << 12 };

static uint64_t memory[1 << 14];
static int started_again;

void *shared_at(uint64_t offset) { return (char *)memory + offset; }
void start_again(void) { started_again++; }

static void begin_process(void) {
  shared->thread_capacity = THREAD_ROOM;
  shared->object_capacity = OBJECT_ROOM;
  shared->place_capacity = PLACE_ROOM;
  shared->value_capacity = VALUE_ROOM;
  shared->threads_at = 0;
  shared->objects_at = AT;
  shared->places_at = 2 * AT;
  shared->values_at = 3 * AT;
  started_again = 0;
  numbers_begin_process();
}

static void begin(const char *name) {
  begin_test(name);
  memset(memory, 0, sizeof memory);
  shared->threads = shared->objects = shared->places = shared->values = 0;
  begin_process();
}

static int variable(uintptr_t address, uint32_t size) {
  return object_number((void *)address, size, MATTER_VARIABLE);
}

static void test_numbers_stay(void) {
  begin("numbers stay the same");
  int first = thread_number(MAIN, 0, 0x10), second = thread_number(first, 0, 0x20);
  int mutex = object_number((void *)0x1000, 40, MATTER_MUTEX);
  int x = variable(0x1000, 4), y = variable(0x1004, 4);
  int place = place_of(0x77);
  int value = value_code(1ull << 40);
  CHECK(first != second && mutex != x && x != y && value_code(7) == 7 && value_code(-3ull) == -3);
  CHECK(value != value_code(1ull << 41));
  numbers_begin_execution();
  CHECK(thread_number(first, 0, 0x20) == second && thread_number(MAIN, 0, 0x10) == first);
  CHECK(variable(0x1004, 4) == y && variable(0x1000, 4) == x && variable(0x1001, 2) == x);
  CHECK(object_number((void *)0x1000, 40, MATTER_MUTEX) == mutex);
  CHECK(place_of(0x77) == place && value_code(1ull << 40) == value);
  begin_process(); /* another process finds the tables */
  CHECK(thread_number(first, 0, 0x20) == second && variable(0x1004, 4) == y);
  CHECK(object_number((void *)0x1000, 40, MATTER_MUTEX) == mutex && place_of(0x77) == place);
  CHECK(value_code(1ull << 40) == value && started_again == 0);
}

static void test_groups(void) {
  begin("variables that an access touches are a group");
  int x = variable(0x1000, 4), y = variable(0x1008, 4), z = variable(0x2000, 8);
  CHECK(leader_of(x) == x && leader_of(y) == y && started_again == 0);
  CHECK(variable(0x1002, 8) == x && started_again > 0); /* both, and what is between them */
  CHECK(leader_of(y) == x && leader_of(variable_at(0x1006)) == x && variable_at(0x100c) == NONE);
  int before = started_again;
  CHECK(variable(0x1000, 12) == x && variable(0x1008, 4) == y && started_again == before);
  join_objects(z, y);
  CHECK(leader_of(z) == x && leader_of(x) == x && started_again > before);
  before = started_again;
  join_objects(x, z);
  CHECK(started_again == before);
  begin_process();
  CHECK(leader_of(variable(0x2000, 8)) == x && leader_of(variable(0x1008, 4)) == x);
  CHECK(started_again == 0);
}

/* As where two processes met different accesses, and told each other. */
static void test_objects_of_others_that_overlap(void) {
  begin("objects that overlap are a group");
  int x = variable(0x1000, 4);
  object_with(1)->address = 0x1000;
  object_with(1)->size = 8;
  object_with(1)->matter = MATTER_VARIABLE;
  shared->objects = 2;
  numbers_begin_execution();
  CHECK(leader_of(1) == x && variable_at(0x1003) == x && variable_at(0x1004) == 1);
  CHECK(variable(0x1004, 4) == 1 && started_again > 0);
}

static void test_full_tables(void) {
  begin("full tables");
  for (int i = 0; i < OBJECT_ROOM; i++) {
    CHECK(variable(0x1000 + 4 * (uintptr_t)i, 4) == i);
  }
  CHECK(variable(0x1000, 4) == 0);
  TRY(variable(0x9000, 4));
  CHECK(outcome == WAS_REFUSED && strstr(last_text, "64 shared objects") != NULL);
  for (int i = 2; i < THREAD_ROOM; i++) {
    CHECK(thread_number(MAIN, i, 0) == i);
  }
  TRY(thread_number(MAIN, 99, 0));
  CHECK(outcome == WAS_REFUSED && strstr(last_text, "16 threads") != NULL);
  for (uint64_t i = 1; i <= VALUE_ROOM; i++) {
    value_code(i << 40);
  }
  TRY(value_code(99ull << 40));
  CHECK(outcome == WAS_REFUSED && strstr(last_text, "8 different values") != NULL);
  for (int i = 0; i < PLACE_ROOM; i++) {
    CHECK(place_of((uintptr_t)i + 1) == i);
  }
  CHECK(place_of(99) == NONE && place_of(3) == 2); /* reports then say less */
}

static void test_values(void) {
  begin_test("values");
  union {
    int8_t one;
    int16_t two;
    int32_t four;
    uint64_t eight;
    uint8_t many[12];
  } v = {.eight = 0x1234567890abcdefull};
  CHECK(value_at(&v, 1) == 0xef && value_at(&v, 2) == 0xcdef);
  CHECK(value_at(&v, 4) == (uint64_t)(int64_t)(int32_t)0x90abcdef && value_at(&v, 8) == v.eight);
  uint64_t digest = value_at(&v, 12);
  v.many[11]++;
  CHECK(value_at(&v, 12) != digest);
}

int main(void) {
  test_numbers_stay();
  test_groups();
  test_objects_of_others_that_overlap();
  test_full_tables();
  test_values();
  return 0;
}
