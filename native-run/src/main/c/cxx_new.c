/*
 * The operator new of C++, so that a block is known by who allocates it and not by the library. If
 * the program has one of its own, that one is called.
 */
#include "heap.h"
#include "wrapper.h"

void *WRAP(malloc)(size_t size);
void *WRAP(memalign)(size_t alignment, size_t size);

/* std::__throw_bad_alloc() */
extern void throw_bad_alloc(void) __asm__("_ZSt17__throw_bad_allocv") __attribute__((weak));

static void *block_of(size_t size, size_t alignment, bool throws, uintptr_t pc) {
  heap_allocates_for(pc);
  size_t wanted = size == 0 ? 1 : size;
  void *block = alignment == 0 ? WRAP(malloc)(wanted) : WRAP(memalign)(alignment, wanted);
  heap_allocates_for(0);
  if (UNLIKELY(block == NULL) && throws) {
    if (throw_bad_alloc == NULL) {
      fail(CRASH, "operator new: there is no memory for %zu bytes", size);
    }
    throw_bad_alloc();
  }
  return block;
}

/* Defines a wrapper: parameters, the arguments to pass on, alignment, whether it throws. */
#define OPERATOR_NEW(name, parameters, arguments, alignment, throws) \
  void *WRAP(name) parameters; \
  extern void *REAL(name) parameters __attribute__((weak)); \
  void *WRAP(name) parameters { \
    return REAL(name) != NULL ? REAL(name) arguments : block_of(size, alignment, throws, HERE); \
  }

OPERATOR_NEW(_Znwm, (size_t size), (size), 0, true)
OPERATOR_NEW(_Znam, (size_t size), (size), 0, true)
OPERATOR_NEW(_ZnwmRKSt9nothrow_t, (size_t size, const void *nothrow), (size, nothrow), 0, false)
OPERATOR_NEW(_ZnamRKSt9nothrow_t, (size_t size, const void *nothrow), (size, nothrow), 0, false)
OPERATOR_NEW(_ZnwmSt11align_val_t, (size_t size, size_t alignment), (size, alignment), alignment,
             true)
OPERATOR_NEW(_ZnamSt11align_val_t, (size_t size, size_t alignment), (size, alignment), alignment,
             true)
