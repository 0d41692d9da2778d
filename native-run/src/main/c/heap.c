/*
 * The heap of the program: what malloc and its kin (malloc_calls.c) do.
 *
 * Every thread allocates in a region of its own, one block after the other, so that addresses are
 * the same however threads interleave. Freed blocks are not used again while there is room. New
 * memory has the same contents in every execution. Wrong calls of free, and what was written beyond
 * a block by code that nobody watches, are told here; use after free and overflows by code that is
 * instrumented are told by who watches accesses (shadow.c), who hears of every block.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "heap.h"

enum {
  HEADER = 16,         /* before each block */
  REUSE_ATTEMPTS = 64, /* freed blocks that are looked at before fresh memory is taken */
  FRESH_BYTE = 0xCE,
  REDZONE_BYTE = 0xFD,
};

#define LARGE 0x100000u          /* from this size on, new memory is zero and comes from the system */
#define QUARANTINE 0x20000000ull /* a thread that allocated so much uses freed blocks again */
#define LARGEST_MEMORY 0x10000000000ull /* a terabyte: nobody expects to get more */
#define HEADER_MAGIC 0x6b636f6c62776c63ull

/* Before a block; lets free find its description at once. */
struct header {
  uint64_t magic; /* and the address */
  uint64_t index;
};

static KEEP uint32_t live; /* allocated since main began and not freed */
static KEEP uintptr_t customer; /* who called the function that allocates, 0 if that is not known */

void heap_allocates_for(uintptr_t pc) { customer = pc; }

uint32_t count_live_blocks(void) { return live; }

void heap_count_from_now(void) { live = 0; }

// --- contents

/* Lets the system take back whole pages, so that they are zero; the edges are set to zero. */
static void clear_pages(const struct arena *arena, char *address, size_t size) {
  char *first = (char *)(((uintptr_t)address + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
  char *end = (char *)((uintptr_t)(address + size) & ~(uintptr_t)(PAGE - 1));
  memset(address, 0, (size_t)(first - address));
  memset(end, 0, (size_t)(address + size - end));
  char *written_end = arena->touched < end ? arena->touched : end;
  if (first < written_end) {
    madvise(first, (size_t)(written_end - first), MADV_DONTNEED);
  }
}

/* What is in new memory must not depend on what was there in an earlier execution. */
static void fill(struct arena *arena, const struct block *block, bool zero) {
  char *address = (char *)block->address;
  if (block->size >= LARGE) {
    clear_pages(arena, address, block->size);
  } else {
    memset(address, zero ? 0 : FRESH_BYTE, block->size);
  }
  char *end = address + block->size;
  size_t rest = -(uintptr_t)end % ALIGNMENT + REDZONE;
  memset(end, REDZONE_BYTE, rest);
  if (end + rest > arena->touched) {
    arena->touched = end + rest;
  }
}

/* Whether nothing was written beyond the end of a block. */
static bool is_redzone_whole(const struct block *block) {
  const unsigned char *end = (unsigned char *)block->address + block->size;
  size_t rest = -(uintptr_t)end % ALIGNMENT + REDZONE;
  for (size_t i = 0; i < rest; i++) {
    if (end[i] != REDZONE_BYTE) {
      return false;
    }
  }
  return true;
}

// --- allocation

static bool can_reuse(const struct block *block, int thread, size_t size, size_t alignment) {
  return block->state == BLOCK_FREED && block->freed_by == thread && size <= block->room &&
         (block->address & (alignment - 1)) == 0;
}

/* A block that this thread freed and that is large enough, NULL if none is found. */
static struct block *reuse(struct arena *arena, size_t size, size_t alignment, uint32_t attempts) {
  int thread = (int)(arena - arenas);
  if (attempts > arena->count) {
    attempts = arena->count;
  }
  for (uint32_t i = 0; arena->reusable > 0 && i < attempts; i++) {
    if (arena->cursor >= arena->count) {
      arena->cursor = arena->before_main;
      if (arena->cursor >= arena->count) {
        return NULL;
      }
    }
    struct block *block = block_number(arena, arena->cursor++);
    if (can_reuse(block, thread, size, alignment)) {
      arena->reusable--;
      if (is_active) {
        memory_reopened((void *)block->address, block->room + REDZONE);
      }
      return block;
    }
  }
  return NULL;
}

/* A block after all others, NULL if there is no room. */
static struct block *append(struct arena *arena, size_t size, size_t alignment) {
  uintptr_t address = ((uintptr_t)arena->next + HEADER + alignment - 1) & ~(alignment - 1);
  uintptr_t room = (size + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
  uintptr_t end = address + room + REDZONE;
  struct block *block = block_number(arena, arena->count);
  if (end + PAGE > (uintptr_t)block) {
    return NULL;
  }
  block->address = address;
  block->room = room;
  struct header *header = (struct header *)(address - HEADER);
  header->magic = HEADER_MAGIC ^ address;
  header->index = arena->count++;
  arena->next = (char *)end;
  return block;
}

static struct block *find_room(struct arena *arena, size_t size, size_t alignment) {
  struct block *block = NULL;
  if (UNLIKELY((size_t)(arena->next - arena->begin) > QUARANTINE)) {
    block = reuse(arena, size, alignment, REUSE_ATTEMPTS);
  }
  if (block == NULL) {
    block = append(arena, size, alignment);
  }
  if (UNLIKELY(block == NULL)) {
    block = reuse(arena, size, alignment, UINT32_MAX);
  }
  if (UNLIKELY(block == NULL)) {
    refuse("a thread has allocated all of its %llu MB of heap; check the program with less data",
           ARENA_SIZE >> 20);
  }
  return block;
}

/* What no machine has is not there; what others would have must not look as if it were not. */
static bool is_too_much(size_t size, size_t alignment) {
  if (size <= ARENA_SIZE / 2 && alignment <= ARENA_SIZE / 4) {
    return false;
  }
  if (size <= LARGEST_MEMORY && alignment <= LARGEST_MEMORY) {
    refuse("the program allocates %zu MB at once, more than half of the %llu MB of heap that a\n"
           "  thread has. Check the program with less data",
           size >> 20, ARENA_SIZE >> 20);
  }
  return true;
}

void *heap_allocate(size_t size, size_t alignment, bool zero, uintptr_t pc) {
  if (UNLIKELY(is_too_much(size, alignment))) {
    errno = ENOMEM;
    return NULL;
  }
  struct arena *arena = own_arena();
  struct block *block = find_room(arena, size, alignment);
  block->size = size;
  block->pc = (uint32_t)(customer != 0 ? customer : pc);
  block->position = UNLIKELY(records_details && is_active) ? place_here() : NONE;
  block->freed_at = NONE;
  block->freed_by = NONE;
  block->state = BLOCK_LIVE;
  block->mark = 0;
  fill(arena, block, zero);
  live++;
  if (is_active) {
    memory_allocated((void *)block->address, size);
  }
  return (void *)block->address;
}

// --- release

/* The program gave an address to free or realloc that is none to give. */
static _Noreturn void complain(const char *call, const char *what) {
  if (!is_active) {
    refuse("%s: %s, before main or while the program ends", call, what);
  }
  fail(CRASH, "%s: %s", call, what);
}

static _Noreturn void complain_about(const char *call, uintptr_t address) {
  const struct block *block = block_containing(address);
  if (block == NULL || address >= block->address + block->room + REDZONE) {
    complain(call, "the address is not one of an allocated block");
  }
  if (address != block->address) {
    complain(call, "the address is in the middle of an allocated block, not its beginning");
  }
  complain(call, "something has written before the beginning of the block (heap overflow)");
}

/* The block at an address that the program gives back; does not come back if there is none. */
static struct block *given_back(const char *call, void *pointer) {
  uintptr_t address = (uintptr_t)pointer;
  const struct arena *arena = arena_at(address);
  if (arena == NULL || address % ALIGNMENT != 0 || address < (uintptr_t)arena->begin + HEADER ||
      address >= (uintptr_t)arena->next) {
    complain_about(call, address);
  }
  const struct header *header = (const struct header *)(address - HEADER);
  if (header->magic != (HEADER_MAGIC ^ address) || header->index >= arena->count ||
      block_number(arena, (uint32_t)header->index)->address != address) {
    complain_about(call, address);
  }
  struct block *block = block_number(arena, (uint32_t)header->index);
  if (block->state == BLOCK_FREED) {
    complain(call, "the block was freed before (double free)");
  }
  if (!is_redzone_whole(block)) {
    complain(call, "something has written beyond the end of the block (heap overflow)");
  }
  return block;
}

static bool is_from_main(const struct arena *arena, const struct block *block) {
  return index_of(arena, block) >= arena->before_main;
}

static void announce_release(const char *call, struct block *block, uintptr_t pc) {
  if (is_active) {
    memory_freed((void *)block->address, block->size, pc);
    if (block->state == BLOCK_FREED) { /* others may have had the turn */
      complain(call, "the block was freed before (double free)");
    }
  }
}

static void release_announced(struct block *block) {
  struct arena *arena = arena_at(block->address);
  int thread = self == NULL ? 0 : self->number;
  block->state = BLOCK_FREED;
  block->freed_by = (int16_t)thread;
  block->freed_at = UNLIKELY(records_details && is_active) ? place_here() : NONE;
  if (is_from_main(arena, block)) {
    live--;
    arena->reusable += arena == &arenas[thread];
  }
  if (block->size >= LARGE) {
    clear_pages(arena, (char *)block->address, block->size);
  }
}

static void release(const char *call, struct block *block, uintptr_t pc) {
  announce_release(call, block, pc);
  release_announced(block);
}

// --- changes of size

/* Large blocks that nothing follows can grow where they are. */
static bool grows_in_place(struct arena *arena, struct block *block, size_t size) {
  bool is_last = index_of(arena, block) + 1 == arena->count;
  return is_last && block->size > PAGE && size > block->size && size <= ARENA_SIZE / 2 &&
         block->address + size + 2 * PAGE < (uintptr_t)block;
}

static void grow(struct arena *arena, struct block *block, size_t size) {
  char *old_end = (char *)block->address + block->size;
  size_t more = size - block->size;
  block->room = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  block->size = size;
  arena->next = (char *)block->address + block->room + REDZONE;
  if (more >= LARGE) {
    clear_pages(arena, old_end, more);
  } else {
    memset(old_end, FRESH_BYTE, more);
  }
  memset(old_end + more, REDZONE_BYTE, (size_t)(arena->next - (old_end + more)));
  if (arena->next > arena->touched) {
    arena->touched = arena->next;
  }
  if (is_active) {
    memory_reopened(old_end, more);
    memory_allocated((void *)block->address, size);
  }
}

/* Blocks move, so that who still has the old address is found out. */
static void *reallocate(void *old, size_t size, uintptr_t pc) {
  struct block *block = given_back("realloc", old);
  struct arena *arena = own_arena();
  if (arena == arena_at(block->address) && grows_in_place(arena, block, size)) {
    grow(arena, block, size);
    return old;
  }
  void *moved = heap_allocate(size, ALIGNMENT, false, pc);
  if (moved == NULL) {
    return NULL;
  }
  size_t kept = block->size < size ? block->size : size;
  announce_release("realloc", block, pc);
  memcpy(moved, old, kept); /* now, as others may have written until then */
  release_announced(block);
  return moved;
}

void *heap_resize(void *old, size_t size, uintptr_t pc) {
  if (old == NULL) {
    return heap_allocate(size, ALIGNMENT, false, pc);
  }
  if (size == 0) {
    release("realloc", given_back("realloc", old), pc);
    return NULL;
  }
  return reallocate(old, size, pc);
}

void heap_free(void *block, uintptr_t pc) {
  if (block == NULL) {
    return;
  }
  int error = errno; /* free leaves it alone */
  release("free", given_back("free", block), pc);
  errno = error;
}

size_t heap_size_of(void *block, const char *call) { return given_back(call, block)->size; }
