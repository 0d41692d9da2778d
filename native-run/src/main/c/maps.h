/*
 * Memory that the program maps: where it is, and how it is put back after an execution.
 *
 * Each thread has an area of its own in which its maps follow each other, so that addresses do not
 * depend on how threads interleave, and are in the memory that is watched.
 */
#ifndef CLEW_MAPS_H
#define CLEW_MAPS_H

#include "runtime.h"

/* A part of the memory with one protection: of a map, or of other memory that was protected. */
struct part {
  uintptr_t from, to;
  int protection;
  bool is_map, is_file, is_shared; /* shared: with others that map the file */
  uint64_t device, file, offset;   /* the file, and where the part begins in it */
  uintptr_t map;                   /* the address that mmap gave */
  uint64_t map_size;
  int position; /* where that was; NONE unless details are recorded */
};

struct area {
  uintptr_t next; /* where the next map goes; 0 if there was none */
};

extern KEEP struct area areas[MAX_THREADS];

static inline bool is_of_maps(uintptr_t address) { return address - MAPS_BASE < ALL_MAPS; }

static inline uintptr_t area_begin(int thread) {
  return MAPS_BASE + (uintptr_t)thread * MAPS_SIZE;
}

/* The part in which an address is, or the first one behind it; NULL if there is none. */
struct part *part_at(uintptr_t address);
struct part *part_after(const struct part *part);
/* Enters a part, in the place of all that was there. */
void parts_set(struct part part);
void parts_remove(uintptr_t from, uintptr_t to);

/* Remembers the maps as they are now, before main; and puts them back. */
void maps_remember(void);
void maps_put_back(void);

/* What is mapped and can be changed by nobody else: false if there is more. */
bool maps_sum(uint64_t *sum, size_t most);
/* Calls a function for all words in maps; false if not all can be read. */
bool maps_each_word(void (*visit)(const void *begin, const void *end));
bool map_at(uintptr_t address, struct allocation *into);
/* The value of memory of the program, 0 where it is not to be read just now. */
uint64_t value_shown(const volatile void *address, uint32_t size);
/* Whether memory that is not watched is there. */
bool is_mapped_elsewhere(uintptr_t address);

#endif
