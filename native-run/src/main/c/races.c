/* Findings about accesses: races between two, and accesses to what is no longer or not allocated. */
#include "maps.h"
#include "numbers.h"
#include "protocol_calls.h"
#include "scheduler.h"
#include "shadow.h"

enum { MAX_NOTES = 1 << 20 };
#define NOTED 0x80000000u /* a pc that is the number of a note */

/* Where and when an access was, for reports. */
struct note {
  int place, events;
};

static KEEP struct note *notes;
static KEEP uint32_t note_count;
static KEEP uint32_t *raced_in; /* for each object the execution in which it raced last */

void races_begin_process(void) {
  notes = shadow_reserve(MAX_NOTES * sizeof(struct note));
  raced_in = shadow_reserve(shared->object_capacity * sizeof(uint32_t));
}

void races_begin_execution(void) { note_count = 0; }

uint32_t note_access(uint64_t address, uint32_t pc) {
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

static int position_of(uint32_t pc) {
  return (pc & NOTED) != 0 ? notes[pc & ~NOTED].place : place_of(pc);
}

void unwatched_write(uint64_t address) {
  if (has_engine() && is_mapped_elsewhere(address)) {
    refuse("the program writes memory at %#llx, which neither it nor the library has made: what is"
           " shared\n  there cannot be watched",
           (unsigned long long)address);
  }
}

_Noreturn void bad_access(uint64_t entry, uint64_t fresh, uint64_t address) {
  const char *what = (fresh & WRITES) != 0 ? "writes" : "reads";
  if (is_of_maps(address)) {
    fail(CRASH, "use after unmapping: %s memory that is no longer mapped", what);
  }
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

/* Accesses to a variable that raced are to be operations. */
static void show_variable(int number, int location) {
  object_with(leader_of(number))->flags |= OBJECT_PLAIN;
  object_with(number)->flags |= OBJECT_PLAIN;
  if (number != location) {
    reveal(number);
  }
}

void report_race(uint64_t entry, uint32_t first_pc, uint64_t fresh, uint64_t base,
                        uint32_t pc) {
  uint32_t both = MASK(entry) & MASK(fresh);
  uint64_t address = base + (uint64_t)__builtin_ctz(both);
  int location = object_number((void *)address, (uint32_t)__builtin_popcount(both),
                               MATTER_VARIABLE);
  if (raced_in[location] == execution || shared->races >= shared->report_capacity) {
    return;
  }
  raced_in[location] = execution;
  for (uint32_t byte = 0; byte < (uint32_t)__builtin_popcount(both); byte++) {
    show_variable(variable_at(address + byte), location);
  }
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
