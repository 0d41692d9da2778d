/*
 * A scheduler for tests of primitives: one thread at a time, named by the test, which sees what was
 * recorded. What would block runs a function of the test, or is left.
 */
#ifndef CLEW_FAKE_SCHEDULER_H
#define CLEW_FAKE_SCHEDULER_H

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "primitives.h"

enum outcome { WENT_ON, BLOCKED, FAILED, THREAD_ENDED, EXECUTION_ENDED, WAS_REFUSED };

extern struct event recorded[256];
extern char last_text[512];          /* of a failure or a refusal */
extern void (*while_blocked)(void);  /* once, for who comes to a closed gate */
extern void (*while_standing)(void); /* once, for who stands at an operation */
extern int label_to_choose;
extern bool gives_up_now;            /* a timed operation that is blocked gives up */
extern int offered;                  /* alternatives of the operation stood at last */
extern sigjmp_buf way_out;
extern enum outcome outcome;

void begin_test(const char *name);
void as_thread(int number);

/* Runs statements that may not come back; outcome tells how they ended. */
#define TRY(statements)                         \
  do {                                          \
    outcome = WENT_ON;                          \
    if (sigsetjmp(way_out, 0) == 0) {           \
      statements;                               \
    }                                           \
  } while (0)

#define CHECK(condition)                                                                 \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);      \
      exit(1);                                                                           \
    }                                                                                    \
  } while (0)

#define CHECK_FAILS(statements, words)                   \
  do {                                                   \
    TRY(statements);                                     \
    CHECK(outcome == FAILED);                            \
    CHECK(strstr(last_text, words) != NULL);             \
  } while (0)

/* The event recorded last. */
#define LAST (recorded[event_count - 1])

#endif
