/* Contexts and storage of threads, for who drives executions and who looks for leaks. */
#ifndef CLEW_THREADS_H
#define CLEW_THREADS_H

#include "runtime.h"

void threads_begin_process(void);
void threads_begin_execution(void);
void threads_remember(void);
void threads_put_back(void);
/* The thread-local storage of a thread. */
void threads_storage(int thread, char **from, size_t *size);

#endif
