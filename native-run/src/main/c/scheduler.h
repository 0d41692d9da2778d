/* What the scheduler shares with the driver of executions (main.c) and with hooks. */
#ifndef CLEW_SCHEDULER_H
#define CLEW_SCHEDULER_H

#include "runtime.h"

/* A thread that can go on, for the engine to pick. */
struct offer {
  int32_t thread, object, mode;
};

void schedule_begin(void);
void schedule_end(void);
int decide(void);
void *shared_at(uint64_t offset);

bool is_planned(void); /* does the schedule say what comes next? */
const struct event *event_number(int i);
bool events_conflict(const struct event *a, const struct event *b);
/* Stands at what never happens. */
void stand_still(int kind, int object, gate *never);

/* The value that an access of this size finds; sizes up to 8, larger ones by a digest. */
uint64_t value_at(const volatile void *address, uint32_t size);
/* The event recorded last writes a value that is there only after this hook. */
void value_comes_late(const volatile void *address, uint32_t size);

/* The program did not do again what it had done before. */
void divergence(int step, const struct event *actual);
void divergence_in_words(int step, const char *text);

void tell_allocations(void);

/* Asks the engine while an execution is under way (protocol.c). */
int ask(enum message question);

#endif
