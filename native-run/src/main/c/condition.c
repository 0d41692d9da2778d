/*
 * Conditions: to wait, to signal, to broadcast.
 *
 * Any waiter may be the one that a signal wakes. Who waits is known from the threads; the
 * pthread_cond_t keeps only the mutex of its waiters and its clock. Waking up for no reason and
 * giving up early are chosen before the wait begins.
 */
#include <string.h>

#include "library_calls.h"
#include "primitives.h"

enum { DESTROYED = -1, FOR_EVER = -1 };

struct condition {
  struct identity identity;
  struct mutex *mutex; /* of those who wait */
  int32_t clock;
  int32_t state; /* 0 if it can be used */
};

_Static_assert(sizeof(struct condition) <= sizeof(pthread_cond_t), "a condition has no room");

/*
 * Fails unless it can be used. It is looked at before an operation and after it: others may have
 * had the turn in between, and what fails is the operation then.
 */
static void check(const struct condition *c, const char *call) {
  if (UNLIKELY(c->state != 0)) {
    fail(EXCEPTION, c->state == DESTROYED ? "%s of a condition that is destroyed"
                                          : "%s of a condition that is not initialised", call);
  }
}

static struct condition *condition_at(pthread_cond_t *condition, const char *call,
                                     uintptr_t pc) {
  struct condition *c = (struct condition *)condition;
  memory_used(c, sizeof c->identity, pc);
  check(c, call);
  return c;
}

static int number_of(struct condition *c) {
  return identify(&c->identity, c, sizeof(pthread_cond_t), MATTER_CONDITION);
}

// --- who waits

/* The waiters of a condition, ascending; how many. NULL to count them only. */
static int find_waiters(int condition, int32_t *into) {
  int count = 0;
  for (int t = 0; t < thread_end; t++) {
    if (threads[t].phase == STANDING && threads[t].waits_at == condition) {
      if (into != NULL) {
        into[count] = t;
      }
      count++;
    }
  }
  return count;
}

static int waiters_to_choose(const struct thread *t, int32_t *into) {
  return find_waiters(t->object, into);
}

static void end_wait(struct thread *waiter, int event) {
  waiter->waits_at = NONE;
  waiter->ender = event;
  waiter->was_notified = true;
}

// --- waiting

static bool can_come_back(const struct thread *t) {
  return t->waits_at == NONE ? mutex_is_free(t->waits_for) : can_be_cancelled(t);
}

/* A waiter that is cancelled leaves by itself; only then it comes back. */
static void cancel_wait(int condition) {
  struct event e = event_of(CANCEL_WAIT, condition, MODES(MODE_WRITE, MODE_WRITE));
  e.other = cancel_status_of(self->number);
  e.before = find_waiters(condition, NULL) + 1; /* itself, which does not stand now */
  self->cancel_requested = false;
  self->waits_at = NONE;
  self->ender = record_event(e);
}

/* Stays in the wait set until the wait is over and the mutex is free; whether it was in time. */
static bool stay(struct mutex *m, int condition, int64_t nanos, bool *was_cancelled) {
  int object = mutex_object(m);
  bool in_time = true;
  self->waits_at = condition;
  self->waits_for = m;
  if (nanos >= 0) {
    in_time = stand_timed(REACQUIRE, object, can_come_back, nanos);
  } else {
    stand(REACQUIRE, object, can_come_back);
  }
  *was_cancelled = self->waits_at != NONE;
  if (*was_cancelled) {
    cancel_wait(condition);
    stand(REACQUIRE, object, can_come_back);
  }
  return in_time;
}

static int wait(struct condition *c, struct mutex *m, int64_t nanos, const char *call) {
  int object = mutex_object(m);
  stand(WAIT, object, NULL);
  int condition = number_of(c);
  int waiters = find_waiters(condition, NULL);
  if (waiters > 0 && c->mutex != m) {
    fail(EXCEPTION, "a wait at a condition at which others wait with another mutex");
  }
  c->mutex = m;
  unsigned holds = mutex_leave_for_wait(m, condition, waiters);
  check(c, call);
  self->amount = self->cancel_disabled ? UNINTERRUPTIBLE : 0;
  bool was_cancelled;
  bool in_time = stay(m, condition, nanos, &was_cancelled);
  int error = mutex_come_back(m, holds);
  self->amount = 0;
  if (was_cancelled) {
    cancel_now();
  }
  return error != 0 ? error : in_time ? 0 : ETIMEDOUT;
}

/* A wait, which may end early by choice. */
static int wait_patiently(struct condition *c, struct mutex *m, int64_t nanos, bool is_over,
                          const char *call) {
  int error = check_condition_mutex(m);
  if (error != 0) {
    return error;
  }
  cancel_point();
  note_feature(HAS_WAITS);
  if (!is_over && nanos >= 0 && gives_up_early()) {
    time_passes(self, nanos);
    is_over = true;
  }
  if (is_over) {
    error = mutex_give_way(m);
    return error != 0 ? error : ETIMEDOUT;
  }
  return wakes_up_early() ? mutex_give_way(m) : wait(c, m, nanos, call);
}

// --- waking up

static void signal_one(struct condition *c, const char *call) {
  int condition = number_of(c);
  self->options = waiters_to_choose;
  stand(NOTIFY, condition, NULL);
  int32_t waiters[MAX_THREADS];
  int count = find_waiters(condition, waiters);
  int label = chosen_label();
  struct event e = event_of(NOTIFY, condition, count > 0 ? WRITES : LOOKS);
  e.before = count;
  if (count == 0) {
    if (label >= 0) {
      end_execution(DIVERGED);
    }
    record_event(e);
    check(c, call);
    return;
  }
  int woken = label >= 0 ? label : waiters[0];
  if (woken >= thread_end || threads[woken].waits_at != condition) {
    end_execution(DIVERGED);
  }
  e.label = woken;
  end_wait(&threads[woken], record_event(e));
}

static void wake_all(struct condition *c, const char *call) {
  int condition = number_of(c);
  stand(NOTIFY_ALL, condition, NULL);
  int32_t waiters[MAX_THREADS];
  int count = find_waiters(condition, waiters);
  struct event e = event_of(NOTIFY_ALL, condition, count > 0 ? WRITES : LOOKS);
  e.before = count;
  int event = record_event(e);
  check(c, call);
  for (int i = 0; i < count; i++) {
    end_wait(&threads[waiters[i]], event);
  }
}

// --- what programs call, by whichever name

void condition_begin(pthread_cond_t *condition, clockid_t clock) {
  struct condition *c = (struct condition *)condition;
  memset(c, 0, sizeof(pthread_cond_t));
  c->clock = clock;
}

void condition_is_part_of(pthread_cond_t *condition, const volatile void *object) {
  struct condition *c = (struct condition *)condition;
  c->identity.number = (uint32_t)object_number(object, 1, MATTER_CONDITION) + 1;
  c->identity.home = home_of(c);
}

int condition_waiters(pthread_cond_t *condition) {
  return find_waiters(number_of((struct condition *)condition), NULL);
}

int condition_end(pthread_cond_t *condition, const char *call, uintptr_t pc) {
  struct condition *c = (struct condition *)condition;
  if (is_under_way()) {
    condition_at(condition, call, pc);
    int number = number_of(c);
    stand(WRITE, number, NULL);
    int waiters = find_waiters(number, NULL);
    record_destroyed(number, waiters);
    check(c, call);
    if (waiters > 0) {
      fail(EXCEPTION, "%s of a condition at which a thread waits", call);
    }
  }
  c->state = DESTROYED;
  return 0;
}

int condition_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, const char *call,
                   uintptr_t pc) {
  if (!is_under_way()) {
    return 0;
  }
  struct condition *c = condition_at(condition, call, pc);
  return wait_patiently(c, mutex_at(mutex, call, pc), FOR_EVER, false, call);
}

int condition_wait_for(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t nanos,
                       const char *call, uintptr_t pc) {
  struct condition *c = condition_at(condition, call, pc);
  return wait_patiently(c, mutex_at(mutex, call, pc), nanos, nanos == 0, call);
}

int condition_wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                         const struct timespec *until, const char *call, uintptr_t pc) {
  if (!is_under_way()) {
    return ETIMEDOUT;
  }
  struct condition *c = condition_at(condition, call, pc);
  struct mutex *m = mutex_at(mutex, call, pc);
  if (!is_valid_time(until)) {
    return EINVAL;
  }
  int64_t nanos = nanos_until(until, clock);
  return wait_patiently(c, m, nanos < 0 ? 0 : nanos, nanos <= 0, call);
}

int condition_signal(pthread_cond_t *condition, const char *call, uintptr_t pc) {
  if (is_under_way()) {
    signal_one(condition_at(condition, call, pc), call);
  }
  return 0;
}

int condition_broadcast(pthread_cond_t *condition, const char *call, uintptr_t pc) {
  if (is_under_way()) {
    wake_all(condition_at(condition, call, pc), call);
  }
  return 0;
}

// --- the functions of the library

WRAPPED(int, pthread_cond_init, pthread_cond_t *condition,
        const pthread_condattr_t *attributes) {
  COUNTED(IN(attributes));
  clockid_t clock = CLOCK_REALTIME;
  if (attributes != NULL) {
    pthread_condattr_getclock(attributes, &clock);
  }
  memory_initialised(condition, sizeof *condition, HERE);
  condition_begin(condition, clock);
  return 0;
}

WRAPPED(int, pthread_cond_destroy, pthread_cond_t *condition) {
  return condition_end(condition, "pthread_cond_destroy", HERE);
}

WRAPPED(int, pthread_cond_wait, pthread_cond_t *condition, pthread_mutex_t *mutex) {
  return condition_wait(condition, mutex, "pthread_cond_wait", HERE);
}

WRAPPED(int, pthread_cond_timedwait, pthread_cond_t *condition, pthread_mutex_t *mutex,
        const struct timespec *until) {
  COUNTED(IN(until));
  clockid_t clock = ((struct condition *)condition)->clock;
  return condition_wait_until(condition, mutex, clock, until, "pthread_cond_timedwait", HERE);
}

WRAPPED(int, pthread_cond_clockwait, pthread_cond_t *condition, pthread_mutex_t *mutex,
        clockid_t clock, const struct timespec *until) {
  COUNTED(IN(until));
  return condition_wait_until(condition, mutex, clock, until, "pthread_cond_clockwait", HERE);
}

WRAPPED(int, pthread_cond_signal, pthread_cond_t *condition) {
  return condition_signal(condition, "pthread_cond_signal", HERE);
}

WRAPPED(int, pthread_cond_broadcast, pthread_cond_t *condition) {
  return condition_broadcast(condition, "pthread_cond_broadcast", HERE);
}
