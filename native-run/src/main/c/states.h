/* What the next steps of a thread depend on, as sums of words, for spins.c. */
#ifndef CLEW_STATES_H
#define CLEW_STATES_H

#include "runtime.h"

/* A call of the runtime by the program. */
struct caller {
  uintptr_t pc, stack;
};

/* Places of the program, or words there, that the engine made visible. */
enum { MAX_PLACES = 64 };
struct places {
  int count;
  uint64_t pc[MAX_PLACES];
};

bool is_in(const struct places *places, uint64_t pc);
void find_places(struct places *places, enum matter matter);

struct caller find_caller(void);

/* The registers that the program finds again; false if they are not known. */
bool registers_sum(uint64_t *sum);
/* The memory of the program, but for the stack of this thread; false if it is not all known. */
bool memory_sum(const struct thread *me, uint64_t *sum);
/* The stack of a thread from an address upward. */
uint64_t stack_sum(const struct thread *me, uintptr_t from);
/* A part of these. */
uint64_t words_sum(const void *start, size_t size);

#endif
