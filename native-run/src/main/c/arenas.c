/*
 * The parts of the heap, one for each thread: where they are, which block is where, and how they are
 * put back after an execution.
 */
#include <string.h>
#include <sys/mman.h>

#include "heap.h"
#include "maps.h"

KEEP struct arena arenas[MAX_THREADS];
static KEEP bool is_mapped;
static KEEP int arena_end; /* no arena from this one on was used */

/* The heap as it was before main. */
static KEEP struct {
  char *copy;
  size_t size;
  uint32_t count;
  struct arena arena;
} before_main;

void heap_begin_process(void) {
  if (is_mapped) {
    return; /* something was allocated before main */
  }
  void *mapped = mmap((void *)HEAP_BASE, MAX_THREADS * REGION_SIZE, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (mapped != (void *)HEAP_BASE) {
    refuse("there are no addresses for stacks and heaps of threads; raise 'ulimit -v'");
  }
  is_mapped = true;
}

static void begin_arena(struct arena *arena) {
  heap_begin_process();
  char *begin = (char *)HEAP_BASE + (uintptr_t)(arena - arenas) * REGION_SIZE + STACK_SIZE;
  arena->begin = arena->next = arena->touched = begin;
  arena->top = (struct block *)(begin + ARENA_SIZE);
}

struct arena *own_arena(void) {
  int number = self == NULL ? 0 : self->number;
  struct arena *arena = &arenas[number];
  if (UNLIKELY(arena->begin == NULL)) {
    begin_arena(arena);
  }
  if (number >= arena_end) {
    arena_end = number + 1;
  }
  return arena;
}

struct arena *arena_at(uintptr_t address) {
  uintptr_t offset = address - HEAP_BASE;
  if (offset >= MAX_THREADS * REGION_SIZE || offset % REGION_SIZE < STACK_SIZE) {
    return NULL;
  }
  struct arena *arena = &arenas[offset / REGION_SIZE];
  return arena->count == 0 ? NULL : arena;
}

struct block *block_containing(uintptr_t address) {
  const struct arena *arena = arena_at(address);
  if (arena == NULL || address < block_number(arena, 0)->address) {
    return NULL;
  }
  uint32_t low = 0, high = arena->count; /* the one looked for is in [low, high) */
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (block_number(arena, middle)->address <= address) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return block_number(arena, low);
}

// --- executions

void heap_snapshot(void) {
  const struct arena *arena = own_arena();
  size_t blocks = (size_t)(arena->next - arena->begin);
  size_t descriptions = arena->count * sizeof(struct block);
  char *copy = mmap(NULL, blocks + descriptions + 1, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED) {
    refuse("there is no memory for a copy of what the program allocates before main");
  }
  memcpy(copy, arena->begin, blocks);
  memcpy(copy + blocks, arena->top - arena->count, descriptions);
  before_main.copy = copy;
  before_main.size = blocks;
  before_main.count = arena->count;
  before_main.arena = *arena;
  before_main.arena.before_main = before_main.arena.cursor = arena->count;
}

void heap_restore(void) {
  if (before_main.size > 0) {
    const struct arena *arena = &before_main.arena;
    memcpy(arena->begin, before_main.copy, before_main.size);
    memcpy(arena->top - before_main.count, before_main.copy + before_main.size,
           before_main.count * sizeof(struct block));
  }
}

void heap_each_block(void (*visit)(void *address, size_t size)) {
  for (uint32_t i = 0; i < before_main.count; i++) {
    const struct block *block = block_number(&before_main.arena, i);
    if (block->state == BLOCK_LIVE) {
      visit((void *)block->address, block->size);
    }
  }
}

/* The only execution of a process without an engine has no other before it. */
static void begin_only_execution(void) { own_arena()->before_main = own_arena()->count; }

static void reset_arenas(void) {
  for (int t = 0; t < arena_end; t++) {
    struct arena *arena = &arenas[t];
    arena->next = arena->begin;
    arena->count = arena->reusable = arena->cursor = 0;
  }
  char *touched = arenas[MAIN].touched;
  arenas[MAIN] = before_main.arena;
  arenas[MAIN].touched = touched;
}

void heap_begin_execution(void) {
  if (before_main.copy == NULL) {
    begin_only_execution();
  } else {
    reset_arenas();
  }
  heap_count_from_now();
}

// --- reports

bool allocation_at(const void *address, struct allocation *found) {
  if (is_of_maps((uintptr_t)address)) {
    return map_at((uintptr_t)address, found);
  }
  const struct block *block = block_containing((uintptr_t)address);
  if (block == NULL || (uintptr_t)address >= block->address + block->room + REDZONE) {
    return false;
  }
  found->address = block->address;
  found->size = block->size;
  found->thread = (int32_t)((block->address - HEAP_BASE) / REGION_SIZE);
  found->position = block->position;
  return true;
}

int freed_position(const void *address) {
  const struct block *block = block_containing((uintptr_t)address);
  return block == NULL || block->state != BLOCK_FREED ? NONE : block->freed_at;
}
