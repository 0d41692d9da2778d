/* malloc and its kin, as the program calls them. */
#include <errno.h>
#include <stdlib.h>

#include "heap.h"
#include "library_calls.h"

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

void *WRAP(malloc)(size_t size) {
  return heap_allocate(size, ALIGNMENT, false, HERE);
}

void *WRAP(calloc)(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return heap_allocate(bytes, ALIGNMENT, true, HERE);
}

void *WRAP(realloc)(void *old, size_t size) {
  return heap_resize(old, size, HERE);
}

void *WRAP(reallocarray)(void *old, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return heap_resize(old, bytes, HERE);
}

void WRAP(free)(void *block) { heap_free(block, HERE); }

void WRAP(cfree)(void *block) { heap_free(block, HERE); }

static bool is_power_of_two(size_t number) {
  return number != 0 && (number & (number - 1)) == 0;
}

static void *allocate_aligned(size_t alignment, size_t size, uintptr_t pc) {
  size_t rounded = ALIGNMENT; /* as the library does with what is no power of two */
  while (rounded < alignment && rounded < ARENA_SIZE) {
    rounded *= 2;
  }
  return heap_allocate(size, rounded, false, pc);
}

void *WRAP(memalign)(size_t alignment, size_t size) {
  return allocate_aligned(alignment, size, HERE);
}

void *WRAP(aligned_alloc)(size_t alignment, size_t size) {
  return allocate_aligned(alignment, size, HERE);
}

int WRAP(posix_memalign)(void **result, size_t alignment, size_t size) {
  COUNTED(OUT(result));
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
  return block == NULL ? 0 : heap_size_of(block, "malloc_usable_size");
}

int WRAP(malloc_trim)(size_t pad) {
  (void)pad;
  return 0;
}
