/* Numbers of what is in memory, for those who look at memory. */
#ifndef CLEW_NUMBERS_H
#define CLEW_NUMBERS_H

#include "runtime.h"

void numbers_begin_process(void);
void numbers_begin_execution(void);
int leader_of(int number); /* what events name for an object: the first of its group */
/* From now on accesses to the one are accesses to the other: the search starts again. */
void join_objects(int one, int other);
int variable_at(uintptr_t address); /* the variable that this byte belongs to, NONE if none */
struct object *object_with(int number);

#endif
