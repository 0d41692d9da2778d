#ifndef CLEW_RESTART_H
#define CLEW_RESTART_H

#include "runtime.h"

void restart_remember_arguments(int count, char **words);

#endif
