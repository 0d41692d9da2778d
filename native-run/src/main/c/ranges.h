/* Accesses by functions of the library, for the files that wrap such functions. */
#ifndef CLEW_RANGES_H
#define CLEW_RANGES_H

#include "runtime.h"
#include "wrapper.h"

/* In wrappers: whether the call counts, and what the function touches. */
#define COUNTS (UNLIKELY(is_active) && counts_as_access(HERE))
#define READS(address, size) TOUCHES(address, size, false)
#define WRITES(address, size) TOUCHES(address, size, true)
/* How far a function goes may be different after others had the turn. */
#define TOUCHES(address, size, writes)                                                             \
  do {                                                                                             \
    range_accessed(address, size, writes, HERE);                                                   \
  } while (UNLIKELY(access_has_stood()))

/* Whether a call from this address is one of the program, in an execution: an access begins. */
bool counts_as_access(uintptr_t pc);
/* The same without a new access. */
bool is_call_of_program(uintptr_t pc);
/* An access that counts; one of no bytes is none. */
void range_accessed(const volatile void *address, size_t size, bool writes, uintptr_t pc);
/* The program writes more bytes than there is room for. */
_Noreturn void buffer_overflow(size_t size, size_t room);

/* How many bytes are looked at until one is found; all of them if none is. */
static inline size_t until(const void *s, const void *found, size_t size) {
  return found == NULL ? size : (size_t)((const char *)found - (const char *)s) + 1;
}

static inline size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

#endif
