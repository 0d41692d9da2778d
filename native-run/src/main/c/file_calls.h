/* What the files share that wrap calls by which programs name files. */
#ifndef CLEW_FILE_CALLS_H
#define CLEW_FILE_CALLS_H

#include <sys/types.h>

#include "wrapper.h"

/* Opens what a path leads to; -1 with errno if that fails (open_calls.c). */
int open_in_overlay(int directory, const char *name, int flags, mode_t mode);
/* The same as mkdirat (file_calls.c). */
int make_directory(int directory, const char *name, mode_t mode);

#endif
