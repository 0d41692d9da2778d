/* Barriers: to arrive, and to pass when all have arrived. The last to arrive is the serial one. */
#include <string.h>

#include "library_calls.h"
#include "primitives.h"

enum { USABLE = 0x5ba441e6, DESTROYED = -1 };

struct barrier {
  int32_t state;
  uint32_t parties, arrived;
  uint32_t reserved;
  struct identity identity;
};

_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "a barrier has no room");

/* Fails unless it can be used; before an operation, and after it: see condition.c. */
static void check(const struct barrier *b, const char *call) {
  if (UNLIKELY(b->state != USABLE)) {
    fail(EXCEPTION, b->state == DESTROYED ? "%s of a barrier that is destroyed"
                                          : "%s of a barrier that is not initialised", call);
  }
}

static struct barrier *barrier_at(pthread_barrier_t *barrier, const char *call, uintptr_t pc) {
  struct barrier *b = (struct barrier *)barrier;
  memory_used(b, sizeof b->state, pc);
  check(b, call);
  return b;
}

static int number_of(struct barrier *b) {
  return identify(&b->identity, b, sizeof(pthread_barrier_t), MATTER_BARRIER);
}

static bool has_opened(const struct thread *t) { return t->waits_at == NONE; }

/*
 * Lets all go on that wait; each knows then what all did before they arrived. Those who meet at
 * the barrier the next time do not learn it here.
 */
static void open_barrier(struct barrier *b, int number, int event) {
  b->arrived = 0;
  for (int t = 0; t < thread_end; t++) {
    struct thread *waiter = &threads[t];
    if (waiter->phase == STANDING && waiter->waits_at == number) {
      waiter->waits_at = NONE;
      waiter->ender = event;
      clocks_tell(waiter);
    }
  }
  clocks_forget(number);
  self->clock[self->number]++; /* what this thread does from now on they do not know */
  self->ender = event;
}

static int wait(struct barrier *b) {
  int number = number_of(b);
  stand(ARRIVE, number, NULL);
  struct event e = event_of(ARRIVE, number, WRITES);
  e.before = e.value = (int32_t)b->arrived++;
  int event = record_event(e);
  check(b, "pthread_barrier_wait");
  bool is_last = b->arrived == b->parties;
  if (is_last) {
    open_barrier(b, number, event);
  } else {
    self->waits_at = number;
  }
  stand(PASS, number, has_opened);
  e = event_of(PASS, NONE, 0);
  e.link = self->ender;
  record_event(e);
  return is_last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

WRAPPED(int, pthread_barrier_init, pthread_barrier_t *barrier,
        const pthread_barrierattr_t *attributes, unsigned parties) {
  COUNTED(IN(attributes));
  (void)attributes;
  if (parties == 0) {
    return EINVAL;
  }
  struct barrier *b = (struct barrier *)barrier;
  memory_initialised(b, sizeof(pthread_barrier_t), HERE);
  memset(b, 0, sizeof(pthread_barrier_t));
  b->state = USABLE;
  b->parties = parties;
  return 0;
}

WRAPPED(int, pthread_barrier_destroy, pthread_barrier_t *barrier) {
  struct barrier *b = (struct barrier *)barrier;
  if (is_under_way()) {
    barrier_at(barrier, "pthread_barrier_destroy", HERE);
    int number = number_of(b);
    stand(WRITE, number, NULL);
    record_destroyed(number, (int32_t)b->arrived);
    check(b, "pthread_barrier_destroy");
    if (b->arrived > 0) {
      fail(EXCEPTION, "pthread_barrier_destroy of a barrier at which a thread waits");
    }
  }
  b->state = DESTROYED;
  return 0;
}

WRAPPED(int, pthread_barrier_wait, pthread_barrier_t *barrier) {
  return is_under_way() ? wait(barrier_at(barrier, "pthread_barrier_wait", HERE)) : 0;
}
