/* Accesses by functions of the library, for the files that wrap such functions. */
#ifndef CLEW_RANGES_H
#define CLEW_RANGES_H

#include "runtime.h"

/* Whether a call from this address is one of the program, in an execution. */
bool counts_as_access(uintptr_t pc);
/* An access that counts; one of no bytes is none. */
void range_accessed(const volatile void *address, size_t size, bool writes, uintptr_t pc);
/* The program writes more bytes than there is room for. */
_Noreturn void buffer_overflow(size_t size, size_t room);

#endif
