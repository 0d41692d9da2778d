#ifndef CLEW_RESTART_H
#define CLEW_RESTART_H

#include "runtime.h"

void restart_move_words(int count, char ***words, char ***variables);
/* Begins to look for threads that hang (hangs.c). */
void hangs_begin_process(void);

#endif
