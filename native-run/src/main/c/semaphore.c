/* Semaphores without names. Those with names are refused, as they are shared with others. */
#include <limits.h>
#include <semaphore.h>
#include <string.h>

#include "library_calls.h"
#include "primitives.h"

enum { USABLE = 0x5e3a0f0e, DESTROYED = -1, FOR_EVER = -1 };

struct semaphore {
  int32_t permits;
  int32_t state;
  struct identity identity;
};

_Static_assert(sizeof(struct semaphore) <= sizeof(sem_t), "a semaphore has no room");

/* Fails unless it can be used; before an operation, and after it: see condition.c. */
static void check(const struct semaphore *s, const char *call) {
  if (UNLIKELY(s->state != USABLE)) {
    fail(EXCEPTION, s->state == DESTROYED ? "%s of a semaphore that is destroyed"
                                          : "%s of a semaphore that is not initialised", call);
  }
}

static struct semaphore *semaphore_at(sem_t *semaphore, const char *call, uintptr_t pc) {
  struct semaphore *s = (struct semaphore *)semaphore;
  memory_used(s, sizeof s->permits, pc);
  check(s, call);
  return s;
}

static int number_of(struct semaphore *s) {
  return identify(&s->identity, s, sizeof(sem_t), MATTER_SEMAPHORE);
}

static bool has_permit(const struct thread *t) {
  return ((const struct semaphore *)t->waits_for)->permits > 0;
}

static struct event event_on(struct semaphore *s, int kind, int modes) {
  struct event e = event_of(kind, number_of(s), modes);
  e.before = s->permits;
  e.amount = 1;
  return e;
}

static int with_errno(int error) {
  errno = error;
  return -1;
}

static int take(struct semaphore *s, int kind, const char *call) {
  struct event e = event_on(s, kind, WRITES);
  s->permits--;
  record_event(e);
  check(s, call);
  return 0;
}

static int try_wait(struct semaphore *s, int error, const char *call) {
  stand(TRY_ACQUIRE, number_of(s), NULL);
  if (s->permits > 0) {
    return take(s, TRY_ACQUIRE, call);
  }
  record_event(event_on(s, TRY_ACQUIRE, LOOKS));
  check(s, call);
  return with_errno(error);
}

static int wait(struct semaphore *s, int64_t nanos, const char *call) {
  self->waits_for = s;
  self->amount = 1;
  bool in_time = stand_cancellable(ACQUIRE, number_of(s), has_permit, nanos);
  self->amount = 0;
  return in_time ? take(s, ACQUIRE, call) : with_errno(ETIMEDOUT);
}

static int wait_in_time(struct semaphore *s, clockid_t clock, const struct timespec *until,
                        const char *call) {
  cancel_point();
  if (!is_valid_time(until)) { /* that matters only to who has to wait */
    return try_wait(s, EINVAL, call);
  }
  int64_t nanos = nanos_until(until, clock);
  if (nanos <= 0) {
    return try_wait(s, ETIMEDOUT, call);
  }
  if (gives_up_early()) {
    time_passes(self, nanos);
    return try_wait(s, ETIMEDOUT, call);
  }
  return wait(s, nanos, call);
}

static int post(struct semaphore *s, const char *call) {
  if (s->permits == SEM_VALUE_MAX) {
    return with_errno(EOVERFLOW);
  }
  stand(RELEASE, number_of(s), NULL);
  struct event e = event_on(s, RELEASE, SHARES);
  s->permits++;
  record_event(e);
  check(s, call);
  return 0;
}

/* Looks at a semaphore; the permits there are. */
static int look(struct semaphore *s, const char *call) {
  int number = number_of(s);
  stand(READ, number, NULL);
  struct event e = event_of(READ, number, LOOKS);
  e.before = e.value = s->permits;
  record_event(e);
  check(s, call);
  return e.before;
}

static bool is_anybody_blocked(int number) {
  for (int t = 0; t < thread_end; t++) {
    if (threads[t].phase == STANDING && threads[t].kind == ACQUIRE &&
        threads[t].object == number) {
      return true;
    }
  }
  return false;
}

// --- the functions of the library

WRAPPED(int, sem_init, sem_t *semaphore, int is_shared, unsigned permits) {
  (void)is_shared;
  if (permits > SEM_VALUE_MAX) {
    return with_errno(EINVAL);
  }
  struct semaphore *s = (struct semaphore *)semaphore;
  memory_initialised(s, sizeof(sem_t), HERE);
  memset(s, 0, sizeof(sem_t));
  s->permits = (int32_t)permits;
  s->state = USABLE;
  return 0;
}

WRAPPED(int, sem_destroy, sem_t *semaphore) {
  struct semaphore *s = (struct semaphore *)semaphore;
  if (is_under_way()) {
    int number = number_of(semaphore_at(semaphore, "sem_destroy", HERE));
    stand(WRITE, number, NULL);
    record_destroyed(number, s->permits);
    check(s, "sem_destroy");
    if (s->permits == 0 && is_anybody_blocked(number_of(s))) {
      fail(EXCEPTION, "sem_destroy of a semaphore at which a thread waits");
    }
  }
  s->state = DESTROYED;
  return 0;
}

WRAPPED(int, sem_wait, sem_t *semaphore) {
  if (!is_under_way()) {
    return 0;
  }
  struct semaphore *s = semaphore_at(semaphore, "sem_wait", HERE);
  cancel_point();
  return wait(s, FOR_EVER, "sem_wait");
}

WRAPPED(int, sem_trywait, sem_t *semaphore) {
  static const char call[] = "sem_trywait";
  return is_under_way() ? try_wait(semaphore_at(semaphore, call, HERE), EAGAIN, call) : 0;
}

WRAPPED(int, sem_timedwait, sem_t *semaphore, const struct timespec *until) {
  COUNTED(IN(until));
  static const char call[] = "sem_timedwait";
  return is_under_way()
             ? wait_in_time(semaphore_at(semaphore, call, HERE), CLOCK_REALTIME, until, call)
             : 0;
}

WRAPPED(int, sem_clockwait, sem_t *semaphore, clockid_t clock, const struct timespec *until) {
  COUNTED(IN(until));
  static const char call[] = "sem_clockwait";
  return is_under_way() ? wait_in_time(semaphore_at(semaphore, call, HERE), clock, until, call)
                        : 0;
}

WRAPPED(int, sem_post, sem_t *semaphore) {
  if (!is_under_way()) {
    ((struct semaphore *)semaphore)->permits++;
    return 0;
  }
  return post(semaphore_at(semaphore, "sem_post", HERE), "sem_post");
}

WRAPPED(int, sem_getvalue, sem_t *semaphore, int *value) {
  static const char call[] = "sem_getvalue";
  if (!is_under_way()) {
    *value = ((struct semaphore *)semaphore)->permits;
    return 0;
  }
  int permits = look(semaphore_at(semaphore, call, HERE), call);
  access_memory(value, sizeof *value, true, HERE);
  *value = permits;
  return 0;
}

// --- semaphores with names

static _Noreturn void refuse_name(const char *call) {
  refuse("the program calls %s: semaphores with names are shared with other processes, which is\n"
         "  not supported. Use sem_init.", call);
}

WRAPPED(sem_t *, sem_open, const char *name, int flags, ...) {
  (void)name;
  (void)flags;
  refuse_name("sem_open");
}

WRAPPED(int, sem_close, sem_t *semaphore) {
  (void)semaphore;
  refuse_name("sem_close");
}

WRAPPED(int, sem_unlink, const char *name) {
  (void)name;
  refuse_name("sem_unlink");
}
