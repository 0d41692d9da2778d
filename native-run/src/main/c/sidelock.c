/*
 * Locks for what has no room for a state of its own: spin locks, initialisations, streams.
 *
 * Their state is in a table by object number, and that of an earlier execution is none.
 */
#include <sys/mman.h>

#include "primitives.h"

struct side_state {
  uint32_t execution;
  int32_t owner;    /* the number of the thread and 1; 0 if it is free */
  int32_t acquired; /* the event by which the owner acquired it */
  uint32_t further; /* holds besides the first */
};

static KEEP struct side_state *states;

static struct side_state *state_of(int object) {
  if (UNLIKELY(states == NULL)) {
    size_t size = shared->object_capacity * sizeof(struct side_state);
    states = mmap(NULL, size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (states == MAP_FAILED) {
      refuse("there is no memory for the locks of the runtime");
    }
  }
  struct side_state *s = &states[object];
  if (s->execution != execution) {
    *s = (struct side_state){.execution = execution};
  }
  return s;
}

bool is_side_lock_free(int object) { return state_of(object)->owner == 0; }

bool is_side_lock_mine(int object) { return state_of(object)->owner == self->number + 1; }

bool is_side_lock_held_again(int object) {
  bool is_mine = is_side_lock_mine(object);
  if (is_mine) {
    state_of(object)->further++;
    holds_once_more(object, false);
  }
  return is_mine;
}

bool is_side_lock_still_held(int object) {
  struct side_state *s = state_of(object);
  bool is_held = s->further > 0;
  if (is_held) {
    s->further--;
    holds_once_less(object, false);
  }
  return is_held;
}

static bool is_open(const struct thread *t) { return is_side_lock_free(t->object); }

static void take(int object, int kind) {
  struct side_state *s = state_of(object);
  s->acquired = record(kind, object, WRITES);
  s->owner = self->number + 1;
}

void side_lock(int object) {
  stand(LOCK, object, is_open);
  take(object, LOCK);
}

bool side_try_lock(int object) {
  stand(TRY_LOCK, object, NULL);
  if (is_side_lock_free(object)) {
    take(object, TRY_LOCK);
    return true;
  }
  record(TRY_LOCK, object, LOOKS);
  return false;
}

void side_unlock(int object) {
  stand(UNLOCK, object, NULL);
  struct side_state *s = state_of(object);
  struct event e = event_of(UNLOCK, object, WRITES);
  e.link = s->acquired;
  s->owner = 0;
  record_event(e);
}
