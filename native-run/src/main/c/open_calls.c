/* Calls that open files: what they open are the files of the execution (overlay.c). */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "control.h"
#include "file_calls.h"
#include "files.h"
#include "heap.h"
#include "library_calls.h"
#include "overlay.h"

static bool is_random_device(const char *name) {
  return strcmp(name, "/dev/urandom") == 0 || strcmp(name, "/dev/random") == 0;
}

int open_in_overlay(int directory, const char *name, int flags, mode_t mode) {
  path absolute, scratch;
  if (!overlay_resolve(directory, name, absolute)) {
    return -1;
  }
  if (is_random_device(absolute)) {
    return descriptor_opened(open("/dev/zero", flags, mode), OF_RANDOM);
  }
  const char *reached = overlay_open(absolute, flags, scratch);
  if (reached == NULL) {
    return -1;
  }
  return descriptor_opened(open(reached, flags, mode),
                           reached == scratch ? OF_SCRATCH : ORDINARY);
}

#define MODE_ARGUMENT(flags, mode) \
  mode_t mode = 0; \
  if (((flags) & (O_CREAT | O_TMPFILE)) != 0) { \
    va_list list; \
    va_start(list, flags); \
    mode = va_arg(list, mode_t); \
    va_end(list); \
  }

static int open_any(int directory, const char *name, int flags, mode_t mode) {
  return is_controlled() ? open_in_overlay(directory, name, flags, mode)
                         : openat(directory, name, flags, mode);
}

int WRAP(open)(const char *name, int flags, ...);
int WRAP(open64)(const char *name, int flags, ...);
int WRAP(openat)(int directory, const char *name, int flags, ...);
int WRAP(openat64)(int directory, const char *name, int flags, ...);

int WRAP(open)(const char *name, int flags, ...) {
  COUNTED(STRING(name));
  MODE_ARGUMENT(flags, mode)
  return open_any(AT_FDCWD, name, flags, mode);
}

int WRAP(open64)(const char *name, int flags, ...) {
  COUNTED(STRING(name));
  MODE_ARGUMENT(flags, mode)
  return open_any(AT_FDCWD, name, flags, mode);
}

int WRAP(openat)(int directory, const char *name, int flags, ...) {
  COUNTED(STRING(name));
  MODE_ARGUMENT(flags, mode)
  return open_any(directory, name, flags, mode);
}

int WRAP(openat64)(int directory, const char *name, int flags, ...) {
  COUNTED(STRING(name));
  MODE_ARGUMENT(flags, mode)
  return open_any(directory, name, flags, mode);
}

WRAPPER(int, __open_2, const char *name, int flags) {
  COUNTED(STRING(name));
  return open_any(AT_FDCWD, name, flags, 0);
}

WRAPPER(int, __open64_2, const char *name, int flags) {
  COUNTED(STRING(name));
  return open_any(AT_FDCWD, name, flags, 0);
}

WRAPPER(int, creat, const char *name, mode_t mode) {
  COUNTED(STRING(name));
  return open_any(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

WRAPPER(int, creat64, const char *name, mode_t mode) {
  COUNTED(STRING(name));
  return open_any(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

/* The flags that a mode of fopen means, -1 if it means nothing. */
static int flags_of(const char *mode) {
  int access = strchr(mode, '+') != NULL ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
  int exclusive = strchr(mode, 'x') != NULL ? O_EXCL : 0;
  switch (mode[0]) {
  case 'r':
    return access;
  case 'w':
    return access | O_CREAT | O_TRUNC | exclusive;
  case 'a':
    return access | O_CREAT | O_APPEND | exclusive;
  default:
    errno = EINVAL;
    return -1;
  }
}

static FILE *stream_opened(FILE *stream, enum descriptor_kind kind) {
  if (stream != NULL) {
    descriptor_opened(fileno(stream), kind);
  }
  return stream;
}

/* The path by which fopen reaches a file, NULL with errno if that fails. */
static const char *reached_by_stream(const char *name, const char *mode, path scratch,
                                     enum descriptor_kind *kind) {
  path absolute;
  int flags = flags_of(mode);
  *kind = ORDINARY;
  if (flags < 0 || !overlay_resolve(AT_FDCWD, name, absolute)) {
    return NULL;
  }
  if (is_random_device(absolute)) {
    *kind = OF_RANDOM;
    return "/dev/zero";
  }
  const char *reached = overlay_open(absolute, flags, scratch);
  *kind = reached == scratch ? OF_SCRATCH : ORDINARY;
  return reached == absolute ? strcpy(scratch, absolute) : reached;
}

static FILE *open_stream(const char *name, const char *mode, uintptr_t pc) {
  if (!is_controlled()) {
    return fopen(name, mode);
  }
  path scratch;
  enum descriptor_kind kind;
  const char *reached = reached_by_stream(name, mode, scratch, &kind);
  if (reached == NULL) {
    return NULL;
  }
  heap_allocates_for(pc);
  FILE *stream = fopen(reached, mode);
  heap_allocates_for(0);
  return stream_opened(stream, kind);
}

WRAPPER(FILE *, fopen, const char *name, const char *mode) {
  COUNTED(STRING(name) STRING(mode));
  return open_stream(name, mode, HERE);
}

WRAPPER(FILE *, fopen64, const char *name, const char *mode) {
  COUNTED(STRING(name) STRING(mode));
  return open_stream(name, mode, HERE);
}

static FILE *reopen_stream(const char *name, const char *mode, FILE *stream) {
  if (!is_controlled() || name == NULL) {
    return freopen(name, mode, stream);
  }
  standard_changed(fileno(stream));
  path scratch;
  enum descriptor_kind kind;
  const char *reached = reached_by_stream(name, mode, scratch, &kind);
  if (reached == NULL) {
    int error = errno;
    fclose(stream);
    errno = error;
    return NULL;
  }
  return stream_opened(freopen(reached, mode, stream), kind);
}

WRAPPER(FILE *, freopen, const char *name, const char *mode, FILE *stream) {
  COUNTED(STRING(name) STRING(mode));
  return reopen_stream(name, mode, stream);
}

WRAPPER(FILE *, freopen64, const char *name, const char *mode, FILE *stream) {
  COUNTED(STRING(name) STRING(mode));
  return reopen_stream(name, mode, stream);
}
