/*
 * Read-write locks. A thread may read several times; to write excludes all others.
 *
 * A lock does not know who reads, so that is in a table beside it. Which of readers and writers
 * goes first is open: every order is possible, whatever the attributes prefer.
 */
#include <string.h>

#include "library_calls.h"
#include "primitives.h"

enum { DESTROYED = -1, HOLDS = 1 << 13 /* a power of two */ };

struct rwlock {
  int32_t writer;   /* the number of the thread and 1; 0 if none writes */
  int32_t readers;  /* how many threads read */
  int32_t acquired; /* the event by which the writer acquired it */
  int32_t state;    /* 0 if it can be used */
  struct identity identity;
};

_Static_assert(sizeof(struct rwlock) <= offsetof(pthread_rwlock_t, __data.__flags),
               "a read-write lock has no room");

/* How often a thread reads with a lock; entries of an earlier execution are none. */
struct hold {
  uint32_t execution;
  int32_t lock, thread;
  uint32_t count;
  int32_t acquired; /* the event of the first */
};

static KEEP struct hold holds[HOLDS];
static KEEP uint32_t holds_execution;
static KEEP int hold_count;

// --- who reads

static struct hold *hold_of_self(int lock) {
  if (holds_execution != execution) {
    holds_execution = execution;
    hold_count = 0;
  }
  uint32_t at = ((uint32_t)lock * 0x9E3779B1u ^ (uint32_t)self->number * 0x85EBCA77u) >> 8;
  for (;; at++) {
    struct hold *h = &holds[at & (HOLDS - 1)];
    if (h->execution != execution) {
      if (++hold_count > HOLDS / 2) {
        refuse("the program uses too many read-write locks at once (%d)", HOLDS / 2);
      }
      *h = (struct hold){.execution = execution, .lock = lock, .thread = self->number};
    }
    if (h->lock == lock && h->thread == self->number) {
      return h;
    }
  }
}

// --- what it is

/* Fails unless it can be used; before an operation, and after it: see condition.c. */
static void check(const struct rwlock *l, const char *call) {
  if (UNLIKELY(l->state != 0)) {
    fail(EXCEPTION, l->state == DESTROYED ? "%s of a read-write lock that is destroyed"
                                          : "%s of a read-write lock that is not initialised",
         call);
  }
}

static struct rwlock *rwlock_at(pthread_rwlock_t *lock, const char *call, uintptr_t pc) {
  struct rwlock *l = (struct rwlock *)lock;
  memory_used(l, sizeof l->writer, pc);
  check(l, call);
  return l;
}

static int number_of(struct rwlock *l) {
  return identify(&l->identity, l, sizeof(pthread_rwlock_t), MATTER_RWLOCK);
}

static bool is_written_by_self(const struct rwlock *l) { return l->writer == self->number + 1; }

static bool can_read(const struct rwlock *l) { return l->writer == 0; }

static bool can_write(const struct rwlock *l) { return l->writer == 0 && l->readers == 0; }

static bool is_readable(const struct thread *t) { return can_read(t->waits_for); }

static bool is_writable(const struct thread *t) { return can_write(t->waits_for); }

static struct event event_on(struct rwlock *l, int kind, int modes) {
  struct event e = event_of(kind, number_of(l), modes);
  e.before = l->readers + (l->writer != 0);
  return e;
}

// --- reading and writing

static int take_to_read(struct rwlock *l, int kind, const char *call) {
  struct hold *h = hold_of_self(number_of(l));
  h->acquired = record_event(event_on(l, kind, SHARES));
  h->count = 1;
  l->readers++;
  check(l, call);
  return 0;
}

static int take_to_write(struct rwlock *l, int kind, const char *call) {
  l->acquired = record_event(event_on(l, kind, WRITES));
  l->writer = self->number + 1;
  check(l, call);
  return 0;
}

static bool reads_again(struct rwlock *l) {
  struct hold *h = hold_of_self(number_of(l));
  bool reads = h->count > 0;
  if (reads) {
    h->count++;
    holds_once_more(h->lock, true);
  }
  return reads;
}

static bool reads(struct rwlock *l) { return hold_of_self(number_of(l))->count > 0; }

static int try_to_read(struct rwlock *l, const char *call) {
  if (is_written_by_self(l)) {
    return EBUSY;
  }
  if (reads_again(l)) {
    return 0;
  }
  stand(TRY_READ_LOCK, number_of(l), NULL);
  if (can_read(l)) {
    return take_to_read(l, TRY_READ_LOCK, call);
  }
  record_event(event_on(l, TRY_READ_LOCK, LOOKS));
  return EBUSY;
}

static int try_to_write(struct rwlock *l, const char *call) {
  if (is_written_by_self(l) || reads(l)) {
    return EBUSY;
  }
  stand(TRY_WRITE_LOCK, number_of(l), NULL);
  if (can_write(l)) {
    return take_to_write(l, TRY_WRITE_LOCK, call);
  }
  record_event(event_on(l, TRY_WRITE_LOCK, LOOKS));
  return EBUSY;
}

static int lock_to_read(struct rwlock *l, const char *call) {
  if (is_written_by_self(l)) {
    return EDEADLK;
  }
  if (reads_again(l)) {
    return 0;
  }
  self->waits_for = l;
  stand(READ_LOCK, number_of(l), is_readable);
  return take_to_read(l, READ_LOCK, call);
}

static int lock_to_write(struct rwlock *l, const char *call) {
  if (is_written_by_self(l)) {
    return EDEADLK;
  }
  self->waits_for = l;
  stand(WRITE_LOCK, number_of(l), is_writable);
  return take_to_write(l, WRITE_LOCK, call);
}

static int lock_in_time(struct rwlock *l, clockid_t clock, const struct timespec *until,
                        bool to_write, const char *call) {
  if (is_written_by_self(l)) {
    return EDEADLK;
  }
  if (!to_write && reads_again(l)) {
    return 0;
  }
  bool is_valid = is_valid_time(until); /* that matters only to who has to wait */
  int64_t nanos = is_valid ? nanos_until(until, clock) : 0;
  bool gives_up = nanos <= 0;
  if (!gives_up && gives_up_early()) {
    time_passes(self, nanos);
    gives_up = true;
  }
  if (gives_up) {
    int error = to_write ? try_to_write(l, call) : try_to_read(l, call);
    return error != EBUSY ? error : is_valid ? ETIMEDOUT : EINVAL;
  }
  self->waits_for = l;
  int kind = to_write ? WRITE_LOCK : READ_LOCK;
  if (!stand_timed(kind, number_of(l), to_write ? is_writable : is_readable, nanos)) {
    return ETIMEDOUT;
  }
  return to_write ? take_to_write(l, kind, call) : take_to_read(l, kind, call);
}

static void unlock(struct rwlock *l) {
  if (is_written_by_self(l)) {
    stand(WRITE_UNLOCK, number_of(l), NULL);
    struct event e = event_on(l, WRITE_UNLOCK, WRITES);
    e.link = l->acquired;
    l->writer = 0;
    l->acquired = 0;
    record_event(e);
    return;
  }
  struct hold *h = hold_of_self(number_of(l));
  if (h->count == 0) {
    fail(EXCEPTION, "pthread_rwlock_unlock of a read-write lock that the thread does not hold");
  }
  if (h->count > 1) {
    holds_once_less(h->lock, true);
  } else {
    stand(READ_UNLOCK, number_of(l), NULL);
    struct event e = event_on(l, READ_UNLOCK, SHARES);
    e.link = h->acquired;
    l->readers--;
    record_event(e);
  }
  h->count--;
}

// --- the functions of the library

WRAPPED(int, pthread_rwlock_init, pthread_rwlock_t *lock,
        const pthread_rwlockattr_t *attributes) {
  COUNTED(IN(attributes));
  (void)attributes;
  memory_initialised(lock, sizeof *lock, HERE);
  memset(lock, 0, sizeof *lock);
  return 0;
}

WRAPPED(int, pthread_rwlock_destroy, pthread_rwlock_t *lock) {
  struct rwlock *l = (struct rwlock *)lock;
  if (is_under_way()) {
    rwlock_at(lock, "pthread_rwlock_destroy", HERE);
    stand(WRITE, number_of(l), NULL);
    record_destroyed(number_of(l), l->readers + (l->writer != 0));
    check(l, "pthread_rwlock_destroy");
    if (!can_write(l)) {
      fail(EXCEPTION, "pthread_rwlock_destroy of a read-write lock that is held");
    }
  }
  l->state = DESTROYED;
  return 0;
}

WRAPPED(int, pthread_rwlock_rdlock, pthread_rwlock_t *lock) {
  static const char call[] = "pthread_rwlock_rdlock";
  return is_under_way() ? lock_to_read(rwlock_at(lock, call, HERE), call) : 0;
}

WRAPPED(int, pthread_rwlock_wrlock, pthread_rwlock_t *lock) {
  static const char call[] = "pthread_rwlock_wrlock";
  return is_under_way() ? lock_to_write(rwlock_at(lock, call, HERE), call) : 0;
}

WRAPPED(int, pthread_rwlock_tryrdlock, pthread_rwlock_t *lock) {
  static const char call[] = "pthread_rwlock_tryrdlock";
  return is_under_way() ? try_to_read(rwlock_at(lock, call, HERE), call) : 0;
}

WRAPPED(int, pthread_rwlock_trywrlock, pthread_rwlock_t *lock) {
  static const char call[] = "pthread_rwlock_trywrlock";
  return is_under_way() ? try_to_write(rwlock_at(lock, call, HERE), call) : 0;
}

static int lock_timed(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until,
                      bool to_write, const char *call, uintptr_t pc) {
  return is_under_way() ? lock_in_time(rwlock_at(lock, call, pc), clock, until, to_write, call) : 0;
}

WRAPPED(int, pthread_rwlock_timedrdlock, pthread_rwlock_t *lock, const struct timespec *until) {
  COUNTED(IN(until));
  return lock_timed(lock, CLOCK_REALTIME, until, false, "pthread_rwlock_timedrdlock", HERE);
}

WRAPPED(int, pthread_rwlock_timedwrlock, pthread_rwlock_t *lock, const struct timespec *until) {
  COUNTED(IN(until));
  return lock_timed(lock, CLOCK_REALTIME, until, true, "pthread_rwlock_timedwrlock", HERE);
}

WRAPPED(int, pthread_rwlock_clockrdlock, pthread_rwlock_t *lock, clockid_t clock,
        const struct timespec *until) {
  COUNTED(IN(until));
  return lock_timed(lock, clock, until, false, "pthread_rwlock_clockrdlock", HERE);
}

WRAPPED(int, pthread_rwlock_clockwrlock, pthread_rwlock_t *lock, clockid_t clock,
        const struct timespec *until) {
  COUNTED(IN(until));
  return lock_timed(lock, clock, until, true, "pthread_rwlock_clockwrlock", HERE);
}

WRAPPED(int, pthread_rwlock_unlock, pthread_rwlock_t *lock) {
  if (is_under_way()) {
    unlock(rwlock_at(lock, "pthread_rwlock_unlock", HERE));
  }
  return 0;
}
