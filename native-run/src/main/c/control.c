/* Tells who started the process: from outside an engine the program has real time and files. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "control.h"

bool is_controlled(void) {
  static KEEP enum { UNKNOWN, CONTROLLED, ALONE } control;
  if (UNLIKELY(control == UNKNOWN)) {
    control = getenv("CLEW_SHARED") == NULL ? ALONE : CONTROLLED;
  }
  return control == CONTROLLED;
}

/* Two to talk with the engine, and one that leads nowhere. */
enum { USUAL_FIRST = 200, OF_RUNTIME = 3 };

int runtime_descriptors(void) {
  static KEEP int first;
  if (first == 0) {
    struct rlimit limit;
    bool is_small = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < USUAL_FIRST + OF_RUNTIME;
    first = is_small ? (int)limit.rlim_cur - OF_RUNTIME : USUAL_FIRST;
  }
  return first;
}

int moved_to_runtime(int descriptor) {
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, runtime_descriptors());
  if (moved < 0) {
    refuse("the process may open %d files only; let it open more: ulimit -n 1024",
           runtime_descriptors() + OF_RUNTIME);
  }
  return moved;
}
