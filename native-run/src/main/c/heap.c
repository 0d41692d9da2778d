/*
 * The heap of the program: malloc and its kin.
 *
 * Every thread allocates in a region of its own, one block after the other, so that addresses are
 * the same however threads interleave. Freed blocks are not used again while there is room. New
 * memory has the same contents in every execution. Wrong calls of free, and what was written beyond
 * a block by code that nobody watches, are told here; use after free and overflows by code that is
 * instrumented are told by who watches accesses (shadow.c), who hears of every block.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "heap.h"

enum {
  ALIGNMENT = 16,
  PAGE = 4096,
  HEADER = 16,         /* before each block */
  REDZONE = 16,        /* after each block, at least */
  REUSE_ATTEMPTS = 64, /* freed blocks that are looked at before fresh memory is taken */
  FRESH_BYTE = 0xCE,
  REDZONE_BYTE = 0xFD,
};

#define LARGE 0x100000u          /* from this size on, new memory is zero and comes from the system */
#define QUARANTINE 0x20000000ull /* a thread that allocated so much uses freed blocks again */
#define STORAGE_SIZE 0x100000u   /* at the end of a region, where threads.c has what it needs */
#define ARENA_SIZE (REGION_SIZE - STACK_SIZE - STORAGE_SIZE)
#define HEADER_MAGIC 0x6b636f6c62776c63ull

/* Before a block; lets free find its description at once. */
struct header {
  uint64_t magic; /* and the address */
  uint64_t index;
};

void *WRAP(malloc)(size_t size);
void *WRAP(calloc)(size_t count, size_t size);
void *WRAP(realloc)(void *old, size_t size);
void *WRAP(reallocarray)(void *old, size_t count, size_t size);
void WRAP(free)(void *block);
void WRAP(cfree)(void *block);
void *WRAP(memalign)(size_t alignment, size_t size);
void *WRAP(aligned_alloc)(size_t alignment, size_t size);
int WRAP(posix_memalign)(void **result, size_t alignment, size_t size);
void *WRAP(valloc)(size_t size);
void *WRAP(pvalloc)(size_t size);
size_t WRAP(malloc_usable_size)(void *block);
int WRAP(malloc_trim)(size_t pad);

KEEP struct arena arenas[MAX_THREADS];
static KEEP bool is_mapped;
static KEEP uint32_t live; /* allocated since main began and not freed */
static KEEP uintptr_t customer; /* who called the function that allocates, 0 if that is not known */
static KEEP int arena_end; /* no arena from this one on was used */

/* The heap as it was before main. */
static KEEP struct {
  char *copy;
  size_t size;
  uint32_t count;
  struct arena arena;
} before_main;

#define HERE ((uintptr_t)__builtin_return_address(0))

void heap_allocates_for(uintptr_t pc) { customer = pc; }

// --- arenas

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

static struct arena *own_arena(void) {
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

static struct arena *arena_at(uintptr_t address) {
  uintptr_t offset = address - HEAP_BASE;
  if (offset >= MAX_THREADS * REGION_SIZE || offset % REGION_SIZE < STACK_SIZE) {
    return NULL;
  }
  struct arena *arena = &arenas[offset / REGION_SIZE];
  return arena->count == 0 ? NULL : arena;
}

struct block *block_number(const struct arena *arena, uint32_t index) {
  return arena->top - 1 - index;
}

static uint32_t index_of(const struct arena *arena, const struct block *block) {
  return (uint32_t)(arena->top - 1 - block);
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

static bool is_from_main(const struct arena *arena, const struct block *block) {
  return index_of(arena, block) >= arena->before_main;
}

uint32_t count_live_blocks(void) { return live; }

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

static void *allocate(size_t size, size_t alignment, bool zero, uintptr_t pc) {
  if (UNLIKELY(size > ARENA_SIZE / 2 || alignment > ARENA_SIZE / 4)) {
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

static void release(const char *call, struct block *block, uintptr_t pc) {
  if (is_active) {
    memory_freed((void *)block->address, block->size, pc);
    if (block->state == BLOCK_FREED) { /* others may have had the turn */
      complain(call, "the block was freed before (double free)");
    }
  }
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
  void *moved = allocate(size, ALIGNMENT, false, pc);
  if (moved == NULL) {
    return NULL;
  }
  size_t kept = block->size < size ? block->size : size;
  memcpy(moved, old, kept);
  release("realloc", block, pc);
  return moved;
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
  live = 0;
}

// --- reports

bool allocation_at(const void *address, struct allocation *found) {
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

// --- what the program calls

void *WRAP(malloc)(size_t size) {
  return allocate(size, ALIGNMENT, false, HERE);
}

void *WRAP(calloc)(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return allocate(bytes, ALIGNMENT, true, HERE);
}

static void *resize(void *old, size_t size, uintptr_t pc) {
  if (old == NULL) {
    return allocate(size, ALIGNMENT, false, pc);
  }
  if (size == 0) {
    release("realloc", given_back("realloc", old), pc);
    return NULL;
  }
  return reallocate(old, size, pc);
}

void *WRAP(realloc)(void *old, size_t size) {
  return resize(old, size, HERE);
}

void *WRAP(reallocarray)(void *old, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return resize(old, bytes, HERE);
}

static void give_back(void *block, uintptr_t pc) {
  if (block == NULL) {
    return;
  }
  int error = errno; /* free leaves it alone */
  release("free", given_back("free", block), pc);
  errno = error;
}

void WRAP(free)(void *block) { give_back(block, HERE); }

void WRAP(cfree)(void *block) { give_back(block, HERE); }

static bool is_power_of_two(size_t number) {
  return number != 0 && (number & (number - 1)) == 0;
}

static void *allocate_aligned(size_t alignment, size_t size, uintptr_t pc) {
  size_t rounded = ALIGNMENT; /* as the library does with what is no power of two */
  while (rounded < alignment && rounded < ARENA_SIZE) {
    rounded *= 2;
  }
  return allocate(size, rounded, false, pc);
}

void *WRAP(memalign)(size_t alignment, size_t size) {
  return allocate_aligned(alignment, size, HERE);
}

void *WRAP(aligned_alloc)(size_t alignment, size_t size) {
  return allocate_aligned(alignment, size, HERE);
}

int WRAP(posix_memalign)(void **result, size_t alignment, size_t size) {
  if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0) {
    return EINVAL;
  }
  int error = errno;
  void *block = allocate_aligned(alignment, size, HERE);
  errno = error;
  if (block == NULL) {
    return ENOMEM;
  }
  *result = block;
  return 0;
}

void *WRAP(valloc)(size_t size) { return allocate_aligned(PAGE, size, HERE); }

void *WRAP(pvalloc)(size_t size) {
  return allocate_aligned(PAGE, (size + PAGE - 1) & ~(size_t)(PAGE - 1), HERE);
}

size_t WRAP(malloc_usable_size)(void *block) {
  return block == NULL ? 0 : given_back("malloc_usable_size", block)->size;
}

int WRAP(malloc_trim)(size_t pad) {
  (void)pad;
  return 0;
}
