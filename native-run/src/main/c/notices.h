/* Whether others noticed what an idle round did. */
#ifndef CLEW_NOTICES_H
#define CLEW_NOTICES_H

#include "runtime.h"

/* Whether an operation tells what others hold. */
bool notices_can_be(const struct event *event);
/* Such an operation is done, the next event, in a round of a loop that is known. */
void notices_observe_in_round(void);
/* Whether a round that began at an event was noticed, so that it counts. */
bool notices_any_that_counts(int thread, int from);
/* A thread stops after that round. */
void notices_stop(int thread, int from);
void notices_end(void);

#endif
