/* Descriptors of the program, for the files that wrap calls on them. */
#ifndef CLEW_FILES_H
#define CLEW_FILES_H

#include "runtime.h"

enum descriptor_kind {
  ORDINARY,
  OF_RANDOM, /* reads give random bytes that are the same in every execution */
  OF_PIPE,   /* a read may have to wait */
  OF_SCRATCH /* a file that this execution made or changed */
};

/* The execution has opened a descriptor; returns it. Negative ones are none. */
int descriptor_opened(int descriptor, enum descriptor_kind kind);
enum descriptor_kind descriptor_kind(int descriptor);
/* Input, output or messages are no longer what they were when the execution began. */
void standard_changed(int descriptor);
/* Whether it is the output or the messages of the program, as when the execution began. */
bool is_output(int descriptor);
/* Whether what is written there goes nowhere. */
bool is_discarded(int descriptor);
/* Whether the descriptor belongs to the runtime. */
bool is_of_runtime(int descriptor);
void input_was_read(void);

#endif
