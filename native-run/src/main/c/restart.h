#ifndef CLEW_RESTART_H
#define CLEW_RESTART_H

#include "runtime.h"

void restart_remember_arguments(int count, char **words);
/* Begins to look for threads that hang (hangs.c). */
void hangs_begin_process(void);

#endif
