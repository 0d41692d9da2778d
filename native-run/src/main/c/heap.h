/*
 * The heap: what its files share, and what reports and the restart of executions need of it.
 *
 * Each thread has a part of the heap of its own, so that addresses do not depend on how threads
 * interleave. Blocks follow each other in the order of allocation; what is freed is kept back.
 */
#ifndef CLEW_HEAP_H
#define CLEW_HEAP_H

#include "runtime.h"

/* Tests put the heap elsewhere. */
#ifndef HEAP_BASE
#define HEAP_BASE REGION_BASE
#endif

enum {
  ALIGNMENT = 16,
  PAGE = 4096,
  REDZONE = 16, /* after each block, at least */
};

#define ARENA_SIZE (REGION_SIZE - STACK_SIZE - STORAGE_SIZE)

enum block_state { BLOCK_LIVE = 1, BLOCK_FREED = 2 };

/* What is known of a block; kept apart from it, so that the program cannot write over it. */
struct block {
  uintptr_t address;
  uint64_t size;
  uint64_t room;       /* how large a block could be here */
  uint32_t pc;         /* where it was allocated */
  int32_t position;    /* the same as a position; NONE unless details are recorded */
  int32_t freed_at;    /* the position where it was freed */
  int16_t freed_by;    /* the thread */
  uint8_t state, mark; /* the mark is for who searches leaks */
};

/* The heap of a thread: blocks grow upward from its begin, their descriptions downward from top. */
struct arena {
  char *begin, *next;
  char *touched; /* nothing was ever written from here on */
  struct block *top;
  uint32_t count;
  uint32_t before_main; /* how many of the blocks were there when main began */
  uint32_t reusable;    /* how many the thread itself freed and that were not used again */
  uint32_t cursor;      /* where the search for one goes on */
};

extern KEEP struct arena arenas[MAX_THREADS];

static inline struct block *block_number(const struct arena *arena, uint32_t index) {
  return arena->top - 1 - index;
}

static inline uint32_t index_of(const struct arena *arena, const struct block *block) {
  return (uint32_t)(arena->top - 1 - block);
}

/* The arena of the thread that has the turn; that of main if there is none. */
struct arena *own_arena(void);
/* The arena in which an address is, NULL if there is none or nothing was allocated there. */
struct arena *arena_at(uintptr_t address);
/* The block that begins last at or before an address, NULL if there is none. */
struct block *block_containing(uintptr_t address);
/* What is allocated from now on is for who called a function of the library; 0 for no longer. */
void heap_allocates_for(uintptr_t pc);
/* Blocks that were allocated since main began and are not freed. */
uint32_t count_live_blocks(void);
void heap_count_from_now(void);

/* What malloc and its kin do; pc is where the program called them (heap.c). */
void *heap_allocate(size_t size, size_t alignment, bool zero, uintptr_t pc);
void *heap_resize(void *old, size_t size, uintptr_t pc);
void heap_free(void *block, uintptr_t pc);
/* The size of a block that the program names in a call. */
size_t heap_size_of(void *block, const char *call);

/* Remembers the heap as it is now, before main; and puts it back. */
void heap_snapshot(void);
void heap_restore(void);
/* Calls a function for each block that there was before main. */
void heap_each_block(void (*visit)(void *address, size_t size));

/* The thread that has the turn calls exit: what its stack holds then is not lost. */
void heap_note_exit(void);

/* Where the block at an address was freed; NONE if it was not, or if that is not known. */
int freed_position(const void *address);

#endif
