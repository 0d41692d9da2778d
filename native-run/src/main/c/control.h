/* Whether an engine started this process; otherwise the program runs as if by itself. */
#ifndef CLEW_CONTROL_H
#define CLEW_CONTROL_H

#include "runtime.h"

/* Is known from the beginning, also before main. */
bool is_controlled(void);
/* The first of the numbers of descriptors that the runtime keeps for itself. */
int runtime_descriptors(void);
/* Moves a descriptor there; refuses if there is no room. */
int moved_to_runtime(int descriptor);

#endif
