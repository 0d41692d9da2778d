/* Calls about maps that programs can also make by syscall(). */
#ifndef CLEW_MAP_CALLS_H
#define CLEW_MAP_CALLS_H

#include "runtime.h"

int model_mprotect(void *address, size_t size, int protection, uintptr_t pc);
int model_madvise(void *address, size_t size, int advice, uintptr_t pc);

#endif
