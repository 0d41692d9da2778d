#ifndef CLEW_RESTART_H
#define CLEW_RESTART_H

#include <sys/types.h>

#include "runtime.h"

void restart_move_words(int count, char ***words, char ***variables);
/* Begins to look for threads that hang (hangs.c). */
void hangs_begin_process(void);
/* The same in a process that this one has forked. */
void hangs_begin_fork(pid_t parent);

#endif
