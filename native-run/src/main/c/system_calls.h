/* What system calls do that programs make by syscall(). */
#ifndef CLEW_SYSTEM_CALLS_H
#define CLEW_SYSTEM_CALLS_H

#include <stdint.h>
#include <time.h>

/* The operation on a futex (futex.c). */
long futex(uint32_t *word, int operation, uint32_t value, const struct timespec *time,
           uintptr_t pc);

#endif
