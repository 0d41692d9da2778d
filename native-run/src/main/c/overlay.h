/*
 * The files of the program as an execution sees them: those of the machine, and over them those
 * that the execution made, changed or deleted. These are in a scratch directory, at the same paths.
 */
#ifndef CLEW_OVERLAY_H
#define CLEW_OVERLAY_H

#include <limits.h>

#include "runtime.h"

/* Where the file of a path is. */
enum where {
  NOWHERE,    /* the execution deleted it, or the directory it was in */
  ON_MACHINE, /* where it was before, if it is there at all */
  IN_SCRATCH, /* the execution made it, or changed it */
};

typedef char path[PATH_MAX];

void overlay_begin_process(void);
void overlay_end_execution(void);

/* The absolute path without dots; false if there is an error, which is in errno then. */
bool overlay_resolve(int directory, const char *name, path absolute);
enum where overlay_find(const char *absolute);
/* Where a path is in the scratch directory. */
bool overlay_scratch(const char *absolute, path scratch);

/* The path by which to reach what there is at a path, NULL with errno if that is nothing. */
const char *overlay_look(const char *absolute, path scratch);
/* The path by which to open a file with these flags, NULL with errno if that is an error. */
const char *overlay_open(const char *absolute, int flags, path scratch);
/* The path of a file that can be changed, NULL with errno if that is an error. */
const char *overlay_change(const char *absolute, path scratch);
/* The path of what is not there yet; its directory is there. NULL with errno if it is there. */
const char *overlay_make(const char *absolute, path scratch);
/* What was made at that path is a directory with nothing below it. */
void overlay_made_directory(const char *absolute);
/* Forgets what there is at a path; what is in the scratch directory the caller has deleted. */
void overlay_deleted(const char *absolute);
bool overlay_is_there(const char *absolute);
bool overlay_is_directory(const char *absolute);
bool overlay_rename(const char *from, const char *to);
/* A directory that has the same names in it, for who lists them. */
const char *overlay_list(const char *absolute, path scratch);

/* The directory that relative paths begin at. */
const char *overlay_current(void);
void overlay_move_to(const char *absolute);

#endif
