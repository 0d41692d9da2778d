/* Whether an engine started this process; otherwise the program runs as if by itself. */
#ifndef CLEW_CONTROL_H
#define CLEW_CONTROL_H

#include "runtime.h"

/* Is known from the beginning, also before main. */
bool is_controlled(void);

#endif
