/*
 * Mutexes: normal, recursive, error-checking and robust ones.
 *
 * The state lies over the pthread_mutex_t, with the kind where the static initialisers of the
 * library have it. Priorities and sharing between processes make no difference here.
 */
#include <string.h>

#include "library_calls.h"
#include "primitives.h"

enum { TYPE_BITS = 3, ROBUST_BIT = 16, DESTROYED_KIND = -1 };
enum consistency { CONSISTENT, OWNER_DIED, NOT_RECOVERABLE };

struct mutex {
  int32_t owner;    /* the number of the thread and 1; 0 if it is free */
  uint32_t holds;
  int32_t acquired; /* the event by which the owner acquired it */
  int32_t consistency;
  int32_t kind;
  uint32_t reserved;
  struct identity identity;
  struct mutex *next; /* robust ones that the owner holds besides */
};

_Static_assert(sizeof(struct mutex) <= sizeof(pthread_mutex_t), "a mutex has no room");
_Static_assert(offsetof(struct mutex, kind) == offsetof(pthread_mutex_t, __data.__kind),
               "the kind is not where initialisers put it");

/* The robust mutexes that a thread holds; those of an earlier execution are none. */
static KEEP struct {
  uint32_t execution;
  struct mutex *first;
} robust[MAX_THREADS];

// --- what it is

static int type_of(const struct mutex *m) { return m->kind & TYPE_BITS; }

static bool is_robust(const struct mutex *m) { return (m->kind & ROBUST_BIT) != 0; }

static bool is_mine(const struct mutex *m) { return m->owner == self->number + 1; }

bool mutex_is_free(const struct mutex *m) { return m->owner == 0; }

int mutex_object(struct mutex *m) {
  return identify(&m->identity, m, sizeof(pthread_mutex_t), MATTER_MUTEX);
}

/* Fails unless it is a mutex that can be used. */
static void check(const struct mutex *m, const char *call) {
  if (LIKELY((m->kind & ~(TYPE_BITS | ROBUST_BIT)) == 0)) {
    return;
  }
  if (m->kind == DESTROYED_KIND) {
    fail(EXCEPTION, "%s of a mutex that is destroyed", call);
  }
  fail(EXCEPTION, "%s of a mutex that is not initialised", call);
}

struct mutex *mutex_at(pthread_mutex_t *mutex, const char *call, uintptr_t pc) {
  struct mutex *m = (struct mutex *)mutex;
  memory_used(m, sizeof m->owner, pc);
  check(m, call);
  return m;
}

// --- robust mutexes

static struct mutex **robust_of_self(void) {
  int number = self->number;
  if (robust[number].execution != execution) {
    robust[number].execution = execution;
    robust[number].first = NULL;
  }
  return &robust[number].first;
}

static void remember(struct mutex *m) {
  struct mutex **first = robust_of_self();
  m->next = *first;
  *first = m;
}

static void forget(const struct mutex *m) {
  struct mutex **at = robust_of_self();
  while (*at != NULL && *at != m) {
    at = &(*at)->next;
  }
  if (*at != NULL) {
    *at = m->next;
  }
}

// --- to take and to give back

static bool is_open(const struct thread *t) { return mutex_is_free(t->waits_for); }

/* Makes the thread the owner, by the given event. */
static void take(struct mutex *m, int event, unsigned holds) {
  m->owner = self->number + 1;
  m->holds = holds;
  m->acquired = event;
  if (UNLIKELY(is_robust(m))) {
    remember(m);
  }
}

/* Makes it free. */
static void leave(struct mutex *m) {
  m->owner = 0;
  m->holds = 0;
  m->acquired = 0; /* a mutex that was taken and given back is what it was */
  if (UNLIKELY(is_robust(m))) {
    forget(m);
    if (m->consistency == OWNER_DIED) {
      m->consistency = NOT_RECOVERABLE;
    }
  }
}

static void give_back(struct mutex *m) {
  int object = mutex_object(m);
  stand(UNLOCK, object, NULL);
  struct event e = event_of(UNLOCK, object, WRITES);
  e.link = m->acquired;
  leave(m);
  record_event(e);
}

/* What an acquisition returns: a robust mutex tells what became of its last owner. */
static int outcome(struct mutex *m) {
  if (LIKELY(m->consistency == CONSISTENT)) {
    return 0;
  }
  if (m->consistency == OWNER_DIED) {
    return EOWNERDEAD;
  }
  give_back(m);
  return ENOTRECOVERABLE;
}

static int acquire(struct mutex *m, int kind, const char *call) {
  take(m, record(kind, mutex_object(m), WRITES), 1);
  check(m, call);
  return outcome(m);
}

/* Takes a mutex once more that the thread holds; whether that is all, with the error to return. */
static bool is_held_again(struct mutex *m, int *error) {
  if (LIKELY(!is_mine(m))) {
    return false;
  }
  switch (type_of(m)) {
  case PTHREAD_MUTEX_RECURSIVE:
    m->holds++;
    *error = 0;
    return true;
  case PTHREAD_MUTEX_ERRORCHECK:
    *error = EDEADLK;
    return true;
  default:
    return false; /* it waits for itself */
  }
}

static int lock(struct mutex *m, const char *call) {
  int error;
  if (is_held_again(m, &error)) {
    return error;
  }
  self->waits_for = m;
  stand(LOCK, mutex_object(m), is_open);
  return acquire(m, LOCK, call);
}

static int try_lock(struct mutex *m, const char *call) {
  if (is_mine(m)) {
    if (type_of(m) != PTHREAD_MUTEX_RECURSIVE) {
      return EBUSY;
    }
    m->holds++;
    return 0;
  }
  int object = mutex_object(m);
  stand(TRY_LOCK, object, NULL);
  if (mutex_is_free(m)) {
    return acquire(m, TRY_LOCK, call);
  }
  record(TRY_LOCK, object, LOOKS);
  return EBUSY;
}

static int lock_in_time(struct mutex *m, const struct timespec *until, clockid_t clock,
                        const char *call) {
  int error;
  if (is_held_again(m, &error)) {
    return error;
  }
  bool is_valid = is_valid_time(until); /* that matters only to who has to wait */
  int64_t nanos = is_valid ? nanos_until(until, clock) : 0;
  bool gives_up = nanos <= 0;
  if (!gives_up && gives_up_early()) {
    time_passes(self, nanos);
    gives_up = true;
  }
  if (gives_up) {
    error = try_lock(m, call);
    return error != EBUSY ? error : is_valid ? ETIMEDOUT : EINVAL;
  }
  self->waits_for = m;
  if (!stand_timed(LOCK, mutex_object(m), is_open, nanos)) {
    return ETIMEDOUT;
  }
  return acquire(m, LOCK, call);
}

static int unlock(struct mutex *m, const char *call) {
  if (UNLIKELY(!is_mine(m))) {
    if (type_of(m) == PTHREAD_MUTEX_RECURSIVE || type_of(m) == PTHREAD_MUTEX_ERRORCHECK ||
        is_robust(m)) {
      return EPERM;
    }
    fail(EXCEPTION, mutex_is_free(m) ? "%s of a mutex that is not locked"
                                     : "%s of a mutex that another thread holds", call);
  }
  if (m->holds > 1) {
    m->holds--;
    return 0;
  }
  give_back(m);
  return 0;
}

// --- for conditions

int check_condition_mutex(struct mutex *m) {
  if (LIKELY(is_mine(m))) {
    if (UNLIKELY(m->holds > 1)) { /* the library gives back one, so nobody could lock it */
      fail(EXCEPTION, "a wait at a condition with a mutex that the thread holds %u times",
           m->holds);
    }
    return 0;
  }
  if (type_of(m) == PTHREAD_MUTEX_ERRORCHECK || is_robust(m)) {
    return EPERM;
  }
  fail(EXCEPTION, "a wait at a condition with a mutex that the thread does not hold");
}

unsigned mutex_leave_for_wait(struct mutex *m, int condition, int waiters) {
  struct event e = event_of(WAIT, mutex_object(m), MODES(MODE_WRITE, MODE_WRITE));
  e.other = condition;
  e.before = waiters;
  e.link = m->acquired;
  unsigned holds = m->holds;
  leave(m);
  record_event(e);
  return holds;
}

int mutex_come_back(struct mutex *m, unsigned holds) {
  struct event e = event_of(REACQUIRE, mutex_object(m), WRITES);
  e.link = self->ender;
  e.amount = self->amount;
  take(m, record_event(e), holds);
  check(m, "return from a wait");
  return outcome(m);
}

int mutex_give_way(struct mutex *m) {
  unsigned holds = m->holds;
  give_back(m);
  self->waits_for = m;
  stand(LOCK, mutex_object(m), is_open);
  int error = acquire(m, LOCK, "return from a wait");
  if (is_mine(m)) {
    m->holds = holds;
  }
  return error;
}

// --- for threads that end

void give_back_robust_mutexes(void) {
  for (struct mutex *m; (m = *robust_of_self()) != NULL;) {
    bool was_consistent = m->consistency != NOT_RECOVERABLE;
    give_back(m);
    m->consistency = was_consistent ? OWNER_DIED : NOT_RECOVERABLE;
  }
}

// --- what programs call, by whichever name

void mutex_begin(pthread_mutex_t *mutex, int type, bool is_robust_one) {
  struct mutex *m = (struct mutex *)mutex;
  memset(m, 0, sizeof(pthread_mutex_t));
  m->kind = (type & TYPE_BITS) | (is_robust_one ? ROBUST_BIT : 0);
}

void mutex_is_part_of(pthread_mutex_t *mutex, const volatile void *object) {
  struct mutex *m = (struct mutex *)mutex;
  m->identity.number = (uint32_t)object_number(object, 1, MATTER_MUTEX) + 1;
  m->identity.home = home_of(m);
}

int mutex_end(pthread_mutex_t *mutex, const char *call, uintptr_t pc) {
  struct mutex *m = (struct mutex *)mutex;
  if (is_under_way()) {
    mutex_at(mutex, call, pc);
    int object = mutex_object(m);
    stand(WRITE, object, NULL);
    record_destroyed(object, m->owner != 0);
    check(m, call);
    if (!mutex_is_free(m)) {
      fail(EXCEPTION, "%s of a mutex that is locked", call);
    }
  }
  m->kind = DESTROYED_KIND;
  return 0;
}

int mutex_lock(pthread_mutex_t *mutex, const char *call, uintptr_t pc) {
  return is_under_way() ? lock(mutex_at(mutex, call, pc), call) : 0;
}

int mutex_try_lock(pthread_mutex_t *mutex, const char *call, uintptr_t pc) {
  return is_under_way() ? try_lock(mutex_at(mutex, call, pc), call) : 0;
}

int mutex_lock_in_time(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until,
                       const char *call, uintptr_t pc) {
  return is_under_way() ? lock_in_time(mutex_at(mutex, call, pc), until, clock, call) : 0;
}

int mutex_unlock(pthread_mutex_t *mutex, const char *call, uintptr_t pc) {
  return is_under_way() ? unlock(mutex_at(mutex, call, pc), call) : 0;
}

// --- the functions of the library

WRAPPED(int, pthread_mutex_init, pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  COUNTED(IN(attributes));
  int type = PTHREAD_MUTEX_DEFAULT, robustness = PTHREAD_MUTEX_STALLED;
  if (attributes != NULL) {
    pthread_mutexattr_gettype(attributes, &type);
    pthread_mutexattr_getrobust(attributes, &robustness);
  }
  memory_initialised(mutex, sizeof *mutex, HERE);
  mutex_begin(mutex, type, robustness == PTHREAD_MUTEX_ROBUST);
  return 0;
}

WRAPPED(int, pthread_mutex_destroy, pthread_mutex_t *mutex) {
  return mutex_end(mutex, "pthread_mutex_destroy", HERE);
}

WRAPPED(int, pthread_mutex_lock, pthread_mutex_t *mutex) {
  return mutex_lock(mutex, "pthread_mutex_lock", HERE);
}

WRAPPED(int, pthread_mutex_trylock, pthread_mutex_t *mutex) {
  return mutex_try_lock(mutex, "pthread_mutex_trylock", HERE);
}

WRAPPED(int, pthread_mutex_clocklock, pthread_mutex_t *mutex, clockid_t clock,
        const struct timespec *until) {
  COUNTED(IN(until));
  return mutex_lock_in_time(mutex, clock, until, "pthread_mutex_clocklock", HERE);
}

WRAPPED(int, pthread_mutex_timedlock, pthread_mutex_t *mutex, const struct timespec *until) {
  COUNTED(IN(until));
  return mutex_lock_in_time(mutex, CLOCK_REALTIME, until, "pthread_mutex_timedlock", HERE);
}

WRAPPED(int, pthread_mutex_unlock, pthread_mutex_t *mutex) {
  return mutex_unlock(mutex, "pthread_mutex_unlock", HERE);
}

WRAPPED(int, pthread_mutex_consistent, pthread_mutex_t *mutex) {
  if (!is_under_way()) {
    return 0;
  }
  struct mutex *m = mutex_at(mutex, "pthread_mutex_consistent", HERE);
  if (!is_robust(m) || !is_mine(m) || m->consistency != OWNER_DIED) {
    return EINVAL;
  }
  m->consistency = CONSISTENT;
  return 0;
}

/* No mutex here protects by a ceiling. */
WRAPPED(int, pthread_mutex_getprioceiling, const pthread_mutex_t *mutex, int *ceiling) {
  COUNTED(OUT(ceiling));
  (void)mutex;
  (void)ceiling;
  return EINVAL;
}

WRAPPED(int, pthread_mutex_setprioceiling, pthread_mutex_t *mutex, int ceiling, int *old) {
  COUNTED(OUT(old));
  (void)mutex;
  (void)ceiling;
  (void)old;
  return EINVAL;
}
