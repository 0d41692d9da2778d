/* Numbers of what is in memory, for those who look at memory. */
#ifndef CLEW_NUMBERS_H
#define CLEW_NUMBERS_H

#include "runtime.h"

void numbers_begin_process(void);
void numbers_begin_execution(void);
int variable_at(uintptr_t address); /* the variable that this byte belongs to, NONE if none */
struct object *object_with(int number);

#endif
