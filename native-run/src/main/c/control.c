/* Tells who started the process: from outside an engine the program has real time and files. */
#include <stdlib.h>

#include "control.h"

bool is_controlled(void) {
  static KEEP enum { UNKNOWN, CONTROLLED, ALONE } control;
  if (UNLIKELY(control == UNKNOWN)) {
    control = getenv("CLEW_SHARED") == NULL ? ALONE : CONTROLLED;
  }
  return control == CONTROLLED;
}
