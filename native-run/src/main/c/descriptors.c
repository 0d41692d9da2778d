/* Calls that make, copy and close descriptors, so that an execution leaves none behind. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "control.h"
#include "files.h"
#include "library_calls.h"
#include "wrapper.h"

static int no_descriptor(void) {
  errno = EBADF;
  return -1;
}

WRAPPER(int, close, int descriptor) {
  if (!is_controlled()) {
    return REAL(close)(descriptor);
  }
  if (is_of_runtime(descriptor)) {
    return no_descriptor();
  }
  changes_outside();
  standard_changed(descriptor);
  return REAL(close)(descriptor);
}

/* The library closes descriptors of streams by a call that nobody sees. */
WRAPPER(int, fclose, FILE *stream) {
  if (is_controlled() && stream != NULL) {
    changes_outside();
    standard_changed(fileno(stream));
  }
  return REAL(fclose)(stream);
}

WRAPPER(int, close_range, unsigned from, unsigned to, int flags) {
  if (!is_controlled()) {
    return REAL(close_range)(from, to, flags);
  }
  for (unsigned i = from; i <= to && i < 1024; i++) {
    WRAP(close)((int)i);
  }
  return 0;
}

WRAPPER(void, closefrom, int from) {
  if (!is_controlled()) {
    REAL(closefrom)(from);
  } else {
    WRAP(close_range)(from < 0 ? 0 : (unsigned)from, 1023, 0);
  }
}

WRAPPER(int, dup, int descriptor) {
  return descriptor_opened(REAL(dup)(descriptor), descriptor_kind(descriptor));
}

WRAPPER(int, dup2, int descriptor, int copy) {
  if (is_controlled() && is_of_runtime(copy)) {
    return no_descriptor();
  }
  standard_changed(copy);
  return descriptor_opened(REAL(dup2)(descriptor, copy), descriptor_kind(descriptor));
}

WRAPPER(int, dup3, int descriptor, int copy, int flags) {
  if (is_controlled() && is_of_runtime(copy)) {
    return no_descriptor();
  }
  standard_changed(copy);
  return descriptor_opened(REAL(dup3)(descriptor, copy, flags), descriptor_kind(descriptor));
}

static int pipe_opened(int result, const int ends[2]) {
  if (result == 0) {
    descriptor_opened(ends[0], OF_PIPE);
    descriptor_opened(ends[1], OF_PIPE);
  }
  return result;
}

WRAPPER(int, pipe, int ends[2]) {
  COUNTED(OUT_BYTES(ends, 2 * sizeof *ends));
  return pipe_opened(REAL(pipe)(ends), ends);
}

WRAPPER(int, pipe2, int ends[2], int flags) {
  COUNTED(OUT_BYTES(ends, 2 * sizeof *ends));
  return pipe_opened(REAL(pipe2)(ends, flags), ends);
}

/* Other descriptors that the system gives. */
WRAPPER(int, eventfd, unsigned count, int flags) {
  return descriptor_opened(REAL(eventfd)(count, flags), OF_PIPE);
}

WRAPPER(int, memfd_create, const char *name, unsigned flags) {
  COUNTED(STRING(name));
  return descriptor_opened(REAL(memfd_create)(name, flags), ORDINARY);
}
