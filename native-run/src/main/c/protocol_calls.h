/* Talking with the engine. */
#ifndef CLEW_PROTOCOL_CALLS_H
#define CLEW_PROTOCOL_CALLS_H

#include "runtime.h"

/* Maps the file that the engine named, or makes a schedule of its own if there is no engine. */
void protocol_open(void);
bool has_engine(void);
/* Waits for the next execution; ends the process if there is none. */
void wait_for_engine(void);
void say(enum message message);
/* Says it, waits until the engine has heard it, and ends the process. */
_Noreturn void say_last(enum message message);
_Noreturn void leave_process(int status);
/* The end of the process that started this one is to be the end of it, whatever it is doing. */
void end_with_parent(void);

#endif
