/*
 * Sleeps and yields, and how often threads do them that are left when the program ends.
 *
 * A thread that goes round for ever has no last round, and neither has the program that waits for
 * it to come to rest. So where a thread is seen to be left at one of its later sleeps or yields
 * only the first ones are free, in its whole life and not after the end alone: that says the same
 * of all executions of a trace class. The later ones end as timed operations do, when nothing else
 * can run and the program may not end. See docs/algorithms/ends.md.
 */
#include "primitives.h"
#include "schedule.h"

enum {
  FREE_ROUNDS = 2,
  MANY_ROUNDS = 32 /* after a failure, which ends a process: whoever goes on goes round */
};

static bool is_bounded(int thread) { return is_visible(own_object(thread, MATTER_ROUNDS)); }

/* Once the program may end there are no later rounds: whoever comes to one is left there. */
static bool is_free(const struct thread *t) {
  return !is_exiting && (shared->failures == 0 || t->rounds < MANY_ROUNDS);
}

/* Stands at a sleep or yield; whether it is to be recorded, and did not end as time passed. */
bool begin_round(int64_t nanos) {
  struct thread *me = self;
  if (LIKELY(me->rounds < FREE_ROUNDS)) {
    stand(YIELD, NONE, NULL);
  } else if (is_bounded(me->number)) {
    note_feature(HAS_ROUNDS);
    me->is_timed = true;
    me->gave_up = false;
    me->deadline = deadline_of(me, nanos);
    stand(YIELD, NONE, is_never);
    me->is_timed = false;
    return false;
  } else {
    stand(YIELD, NONE, is_free);
  }
  me->rounds++;
  return true;
}

void rounds_end(void) {
  for (int t = 0; t < thread_end; t++) {
    const struct thread *who = &threads[t];
    if (who->phase == STANDING && who->gate == is_free && !is_free(who)) {
      reveal(own_object(t, MATTER_ROUNDS));
    }
  }
}
