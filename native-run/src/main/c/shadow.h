/* What the parts of the shadow share: entries, granules, and what is visible. */
#ifndef CLEW_SHADOW_H
#define CLEW_SHADOW_H

#include "runtime.h"

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

/* Which bytes of its granule an access touches. */
#define BYTES(address, size) (((1u << (size)) - 1) << ((address) & 7))

/* Stacks, heaps and maps. */
#define HIGH_SIZE (MAX_THREADS * REGION_SIZE + ALL_MAPS)

/* Addresses for a table that is used sparsely. */
void *shadow_reserve(size_t size);

static inline bool is_tracked(uint64_t address) {
  return address < LOW_END || address - REGION_BASE < HIGH_SIZE;
}

/* --- local variables (lifetimes.c) */

/* Stacks and thread-local storage of threads. */
static inline bool is_of_stack(uint64_t address) {
  uint64_t offset = address % REGION_SIZE;
  return address - REGION_BASE < MAX_THREADS * REGION_SIZE &&
         (offset < STACK_SIZE || offset >= REGION_SIZE - STORAGE_SIZE);
}

/* An access to such an address; does not come back if nothing can be there any more. */
void local_touched(uint64_t address, bool writes);
/* Calls a function for each run of granules in a range that somebody accessed. */
void each_accessed(uint64_t from, uint64_t to, void (*visit)(uint64_t from, uint64_t to));

/* --- visible locations (visible.c) */

extern KEEP int visible_count;
extern KEEP uint8_t *low_visible, *high_visible;

void visible_begin_process(void);
void visible_begin_execution(void);

static inline uint8_t *visible_bit(uint64_t address, uint8_t *bit) {
  bool is_low = address < LOW_END;
  uint64_t granule = (is_low ? address : address - REGION_BASE) >> 3;
  *bit = (uint8_t)(1u << (granule & 7));
  return (is_low ? low_visible : high_visible) + (granule >> 3);
}

/* Whether some location in the granule of an address is visible. */
static inline bool touches_visible(uint64_t address) {
  if (!is_tracked(address)) {
    return false;
  }
  uint8_t bit;
  return (*visible_bit(address, &bit) & bit) != 0;
}

/* The same for bytes that are watched, a multiple of 512 and from a multiple on. */
bool has_visible(uint64_t address, uint64_t size);

/* Which bytes of a granule belong to visible variables. */
uint32_t visible_bytes(uint64_t base);

enum touch { TOUCH_READ, TOUCH_WRITE, TOUCH_FREE };
/* Does the operation of an access if it touches visible variables and had none before. */
void access_visibly(uint64_t from, uint64_t to, enum touch touch);
/* Another access begins, or the second part of one, if it is a hook. */
void hook_begins(size_t size, bool writes, uintptr_t pc);
/* Whether hooks that return to these addresses are for one statement (copies.c). */
bool is_one_statement(uintptr_t first, uintptr_t second);

typedef void closing(uint64_t from, uint64_t to);
/* Does an operation for each object in a block that is freed, which closes its bytes at once. */
void free_visibly(uint64_t from, uint64_t to, closing *close);

/* --- findings (races.c) */

void races_begin_process(void);
void races_begin_execution(void);
/* What is kept for an access at a pc: the pc, or the number of a note with more. */
uint32_t note_access(uint64_t address, uint32_t pc);
void report_race(uint64_t entry, uint32_t first_pc, uint64_t fresh, uint64_t base, uint32_t pc);
/* The program writes where nobody watches. */
void unwatched_write(uint64_t address);
_Noreturn void bad_access(uint64_t entry, uint64_t fresh, uint64_t address);

#endif
