/*
 * Idle rounds that others noticed: a lock that was taken and given back changes nothing, but who
 * tried to take it meanwhile found it taken.
 *
 * Such a round cannot be left out, so the thread goes round once more. Unless it was noticed in a
 * round of another loop that is idle, too: then both can be left out together, or two threads that
 * try and back off would go round without end. Whether that round is idle is known only when it is
 * over. If it was not, or tried the same again, executions may be missing, and the search says so.
 */
#include "notices.h"

#include <sys/mman.h>

#include "numbers.h"
#include "scheduler.h"

/* Of an event; those of an earlier execution are none. */
struct notice {
  uint32_t in_round; /* the execution in which it was a look of a thread in a known loop */
  uint32_t relied;   /* the execution in which a thread stopped though it noticed its round */
  uint32_t settled;  /* the execution in which its own round was idle */
};

static KEEP struct notice *notices;
static KEEP uint32_t relied_in; /* the execution in which any thread did */

static void make_room(void) {
  size_t size = shared->event_capacity * sizeof *notices;
  notices = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                 -1, 0);
  if (notices == MAP_FAILED) {
    refuse("there is no memory for what threads notice");
  }
}

static bool is_look(const struct event *e) {
  return e->object >= 0 && (e->modes & MODE_WRITE) == MODE_READ && e->modes >> 2 == MODE_NONE;
}

bool notices_can_be(const struct event *e) {
  return is_look(e) && (e->kind != READ || object_with(e->object)->matter == MATTER_SEMAPHORE);
}

void notices_observe_in_round(void) {
  if (UNLIKELY(notices == NULL)) {
    make_room();
  }
  notices[event_count].in_round = execution;
}

static bool is_in_round(int i) { return notices != NULL && notices[i].in_round == execution; }

static bool takes(const struct event *e) {
  switch (e->kind) {
  case LOCK:
  case READ_LOCK:
  case WRITE_LOCK:
  case ACQUIRE:
    return true;
  case TRY_LOCK:
  case TRY_READ_LOCK:
  case TRY_WRITE_LOCK:
  case TRY_ACQUIRE:
    return !is_look(e);
  default:
    return false;
  }
}

static bool gives_back(const struct event *e) {
  return e->kind == UNLOCK || e->kind == READ_UNLOCK || e->kind == WRITE_UNLOCK ||
         e->kind == RELEASE;
}

/* The looks of others at an object until its thread gives it back; whether one counts. */
static bool is_hold_noticed(int from) {
  const struct event *take = event_number(from);
  bool is_noticed = false;
  for (int i = from + 1; i < event_count; i++) {
    const struct event *e = event_number(i);
    if (e->object != take->object) {
      continue;
    }
    if (e->thread == take->thread && gives_back(e)) {
      break;
    }
    if (e->thread != take->thread && is_look(e)) {
      is_noticed |= !is_in_round(i);
    }
  }
  return is_noticed;
}

static void rely_on_looks_during(int from) {
  const struct event *take = event_number(from);
  for (int i = from + 1; i < event_count; i++) {
    const struct event *e = event_number(i);
    if (e->object == take->object && e->thread == take->thread && gives_back(e)) {
      break;
    }
    if (e->object == take->object && e->thread != take->thread && is_look(e)) {
      notices[i].relied = relied_in = execution; /* there is room: it is in a round */
    }
  }
}

bool notices_any_that_counts(int thread, int from) {
  for (int i = from; i < event_count; i++) {
    const struct event *e = event_number(i);
    if (e->thread == thread && takes(e) && is_hold_noticed(i)) {
      return true;
    }
  }
  return false;
}

/* Whether the thread came to the object of one of its looks again. */
static bool is_used_again(int look) {
  const struct event *l = event_number(look);
  for (int i = look + 1; i < event_count; i++) {
    const struct event *e = event_number(i);
    if (e->thread == l->thread && e->object == l->object) {
      return true;
    }
  }
  return false;
}

void notices_stop(int thread, int from) {
  for (int i = from; i < event_count; i++) {
    const struct event *e = event_number(i);
    if (e->thread == thread && takes(e)) {
      rely_on_looks_during(i);
    }
    if (e->thread == thread && is_in_round(i) && !is_used_again(i)) {
      notices[i].settled = execution;
    }
  }
}

void notices_end(void) {
  for (int i = 0; relied_in == execution && i < event_count; i++) {
    if (notices[i].relied == execution && notices[i].settled != execution) {
      note_feature(HAS_NOTICED_ROUNDS);
    }
  }
}
