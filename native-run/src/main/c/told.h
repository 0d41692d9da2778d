/* Times that threads were told, as parts of their state. */
#ifndef CLEW_TOLD_H
#define CLEW_TOLD_H

#include "runtime.h"
#include "states.h"

void told_begin_execution(void);
bool told_find_words(void); /* among the objects; whether there is room for more */
/* The words of a stack from an address upward that hold what the clock said, as words_sum. */
uint64_t told_sum(const struct thread *me, uintptr_t from);
/* A thread that is watched gives the turn to another one, and has it again. */
void told_leave(const struct thread *me);
void told_return(const struct thread *me);
/* A thread would stop at a place: reveals what it was told after so many looks, unless it is known. */
bool told_reveal(const struct thread *me, struct caller at, unsigned looks);
/* A thread comes to a place: what is known of it nobody may read. */
void told_leave_out(const struct thread *me, struct caller at);

#endif
