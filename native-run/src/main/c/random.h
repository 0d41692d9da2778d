/* Random numbers that are the same in every execution. */
#ifndef CLEW_RANDOM_H
#define CLEW_RANDOM_H

#include "runtime.h"

/* From the sequence of the thread that has the turn. */
uint64_t random_word(void);
void random_fill(void *into, size_t size);
/* A thread begins with a sequence that depends on who made it. */
void random_inherit(struct thread *child);

#endif
