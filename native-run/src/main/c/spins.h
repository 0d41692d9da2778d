/* Threads that wait by looking, for the scheduler. */
#ifndef CLEW_SPINS_H
#define CLEW_SPINS_H

#include "runtime.h"

void spins_begin_execution(void);
/* A thread comes to an operation; it does not come back if it goes round idly. */
void spins_visit(struct thread *me, int kind, int object);
/* A thread that is watched gives the turn to another one, and has it again. */
void spins_leave(const struct thread *me);
void spins_return(const struct thread *me);
/* An operation was done. */
void spins_observe(const struct event *event);

bool spins_any(void);                /* does a thread go round? */
bool spins_would_go_on(void);        /* and would go on, were it to look again? */
bool spins_go_round_together(void);  /* do they keep each other from going on for ever? */

#endif
