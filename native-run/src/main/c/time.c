/*
 * The time as the program sees it: one clock for an execution, and how far threads are ahead of it.
 *
 * The clock moves only when nobody can go on, to the time at which the first operation is due. A
 * short sleep may end before that: the thread is then ahead of the clock, by less than the patience.
 * So is one that looks at the clock again and again until some time has passed: a look takes a
 * nanosecond, and every thousand take a microsecond and more, twice as long each time. What is due
 * is compared in microseconds. The same rules as dev.clew.jvm.run.VirtualClock, and described in
 * docs/algorithms/time.md.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "cancel.h"
#include "control.h"
#include "library_calls.h"
#include "primitives.h"
#include "wrapper.h"

#define NANOS_PER_SECOND 1000000000ll
#define START_SECONDS 1735689600ll               /* the time of day when an execution begins */
#define START_MONOTONIC (1000 * NANOS_PER_SECOND) /* and that of the other clocks */

enum { TICK = 1000, LOOKS_PER_TICK = 1000, MOST_DOUBLINGS = 20 };

int REAL(clock_gettime)(clockid_t clock, struct timespec *result);
int REAL(nanosleep)(const struct timespec *time, struct timespec *rest);

// --- the clock, and the time of a thread

static KEEP int64_t clock_time; /* of the clock itself, without what is below a tick */
static KEEP int64_t patience = NANOS_PER_SECOND;

void time_begin_process(void) {
  const char *millis = getenv("CLEW_PATIENCE");
  if (millis != NULL) {
    patience = atoll(millis) * (NANOS_PER_SECOND / 1000);
  }
}

void time_begin_execution(void) { clock_time = 0; }

int64_t shown(int64_t time) { return time - time % TICK; }

int64_t deadline_of(const struct thread *thread, int64_t nanos) {
  int64_t more = nanos < LATEST ? nanos : LATEST;
  return thread->time + more < LATEST ? thread->time + more : LATEST;
}

void time_passes(struct thread *thread, int64_t nanos) {
  if (nanos > 0) {
    thread->time = deadline_of(thread, nanos);
  }
}

static void raise_time(struct thread *thread, int64_t time) {
  thread->time = thread->time < time ? time : thread->time;
}

void clock_moves_to(int64_t time) {
  clock_time = clock_time < shown(time) ? shown(time) : clock_time;
  for (int t = 0; t < thread_end; t++) {
    raise_time(&threads[t], clock_time);
  }
}

bool is_due(const struct thread *t) { return shown(t->deadline) <= clock_time; }

bool is_time_exact(void) { return patience == 0; }

void time_lets_go_on(struct thread *t) {
  if (t->is_timed && is_due(t)) {
    raise_time(t, t->deadline);
  }
}

static int64_t time_of_self(void) { return self == NULL ? 0 : self->time; }

/* Whether a sleep may end while others can go on. */
static bool may_end_early(int64_t nanos) {
  return nanos <= 0 || shown(deadline_of(self, nanos)) - clock_time < patience;
}

static bool never(const struct thread *t) {
  (void)t;
  return false;
}

/* A time as the amount of an event: dev.clew.trace.Durations. */
static int amount_of(int64_t nanos) {
  int64_t micros = nanos / 1000 + (nanos % 1000 != 0);
  int64_t millis = nanos / 1000000;
  return micros <= INT32_MAX ? (int)micros : (int)-(millis < INT32_MAX ? millis : INT32_MAX);
}

static void look(void) {
  if (!is_active || self == NULL) {
    return;
  }
  self->time++;
  if (++self->looks_at_clock % LOOKS_PER_TICK == 0) {
    unsigned doublings = self->looks_at_clock / LOOKS_PER_TICK - 1;
    int64_t nanos = (int64_t)TICK << (doublings < MOST_DOUBLINGS ? doublings : MOST_DOUBLINGS);
    if (may_end_early(nanos)) {
      self->time = deadline_of(self, nanos);
    } else {
      self->amount = amount_of(nanos);
      self->is_sleeping = true;
      stand_timed(YIELD, NONE, never, nanos);
      self->is_sleeping = false;
      self->amount = 0;
    }
  }
}

static bool is_time_of_day(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI ||
         clock == CLOCK_REALTIME_ALARM;
}

/* Clocks of threads and processes say how long they computed: as long as time passed. */
static bool measures_computing(clockid_t clock) {
  return clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID || clock < 0;
}

static bool is_known(clockid_t clock) {
  return is_time_of_day(clock) || measures_computing(clock) || clock == CLOCK_MONOTONIC ||
         clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_MONOTONIC_COARSE ||
         clock == CLOCK_BOOTTIME || clock == CLOCK_BOOTTIME_ALARM;
}

static struct timespec time_on(clockid_t clock) {
  struct timespec now;
  if (!is_controlled() && REAL(clock_gettime)(clock, &now) == 0) {
    return now;
  }
  int64_t start = is_time_of_day(clock)        ? 0
                  : measures_computing(clock) ? 0
                                              : START_MONOTONIC;
  int64_t nanos = start + time_of_self();
  return (struct timespec){
      .tv_sec = nanos / NANOS_PER_SECOND + (is_time_of_day(clock) ? START_SECONDS : 0),
      .tv_nsec = nanos % NANOS_PER_SECOND,
  };
}

int64_t nanos_until(const void *timespec, int clock_id) {
  const struct timespec *until = timespec;
  if (are_times_left_out) {
    told_touched((uintptr_t)until, sizeof *until, false);
  }
  struct timespec now = time_on(clock_id);
  int64_t seconds = (int64_t)until->tv_sec - now.tv_sec;
  if (seconds > LATEST / NANOS_PER_SECOND) {
    return LATEST;
  }
  if (seconds < -1) {
    return 0;
  }
  int64_t nanos = seconds * NANOS_PER_SECOND + until->tv_nsec - now.tv_nsec;
  return nanos < 0 ? 0 : nanos;
}

// --- looks

WRAPPER(int, clock_gettime, clockid_t clock, struct timespec *result) {
  COUNTED(OUT(result));
  if (!is_controlled()) {
    return REAL(clock_gettime)(clock, result);
  }
  if (!is_known(clock)) {
    errno = EINVAL;
    return -1;
  }
  look();
  *result = time_on(clock);
  time_was_told(result, sizeof *result);
  return 0;
}

WRAPPER(time_t, time, time_t *result) {
  COUNTED(OUT(result));
  if (!is_controlled()) {
    return REAL(time)(result);
  }
  look();
  time_t now = time_on(CLOCK_REALTIME).tv_sec;
  if (result != NULL) {
    *result = now;
    time_was_told(result, sizeof *result);
  }
  return now;
}

WRAPPER(int, gettimeofday, struct timeval *result, void *zone) {
  COUNTED(OUT(result) OUT_BYTES(zone, sizeof(struct timezone)));
  if (!is_controlled()) {
    return REAL(gettimeofday)(result, zone);
  }
  look();
  struct timespec now = time_on(CLOCK_REALTIME);
  if (result != NULL) {
    *result = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    time_was_told(result, sizeof *result);
  }
  if (zone != NULL) {
    *(struct timezone *)zone = (struct timezone){0, 0};
  }
  return 0;
}

WRAPPER(int, timespec_get, struct timespec *result, int base) {
  COUNTED(OUT(result));
  if (!is_controlled()) {
    return REAL(timespec_get)(result, base);
  }
  if (base != TIME_UTC) {
    return 0;
  }
  look();
  *result = time_on(CLOCK_REALTIME);
  time_was_told(result, sizeof *result);
  return base;
}

WRAPPER(clock_t, clock, void) {
  if (!is_controlled()) {
    return REAL(clock)();
  }
  look();
  return time_of_self() / (NANOS_PER_SECOND / CLOCKS_PER_SEC);
}

WRAPPER(clock_t, times, struct tms *result) {
  COUNTED(OUT(result));
  if (!is_controlled()) {
    return REAL(times)(result);
  }
  look();
  clock_t ticks = time_of_self() / (NANOS_PER_SECOND / 100);
  if (result != NULL) {
    *result = (struct tms){.tms_utime = ticks};
  }
  return START_MONOTONIC / (NANOS_PER_SECOND / 100) + ticks;
}

// --- sleeps

enum { ROUND = 1000000 }; /* how long a yield takes that is not free */

static void give_way(void) {
  if (begin_round(ROUND)) {
    record(YIELD, NONE, 0);
  }
}

/* A short sleep ends at any moment; a longer one when nothing else can run and the clock gets there. */
void sleep_for(int64_t nanos) {
  if (may_end_early(nanos)) {
    if (begin_round(nanos)) {
      if (nanos > 0) {
        note_short_sleep(deadline_of(self, nanos));
      }
      self->time = deadline_of(self, nanos);
      struct event e = event_of(YIELD, NONE, 0);
      e.amount = amount_of(nanos);
      record_event(e);
    }
    cancel_point();
  } else {
    note_feature(HAS_LONG_SLEEPS);
    cancel_point();
    self->is_sleeping = true;
    self->amount = amount_of(nanos);
    stand_cancellable(YIELD, NONE, never, nanos);
    self->is_sleeping = false;
    self->amount = 0;
  }
  if (!is_controlled()) {
    struct timespec time = {nanos / NANOS_PER_SECOND, nanos % NANOS_PER_SECOND};
    REAL(nanosleep)(&time, NULL);
  }
}

static bool is_valid(const struct timespec *time) {
  return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < NANOS_PER_SECOND;
}

static int64_t nanos_of(const struct timespec *time) {
  return time->tv_sec >= LATEST / NANOS_PER_SECOND
             ? LATEST
             : time->tv_sec * NANOS_PER_SECOND + time->tv_nsec;
}

/* Sleeps so long; the number of the error, 0 if none. */
static int sleep_of(const struct timespec *time, struct timespec *rest) {
  if (!is_valid(time)) {
    return EINVAL;
  }
  sleep_for(nanos_of(time));
  if (rest != NULL) {
    *rest = (struct timespec){0, 0};
  }
  return 0;
}

WRAPPER(int, nanosleep, const struct timespec *time, struct timespec *rest) {
  COUNTED(OUT(rest) IN(time));
  if (!is_active) {
    return REAL(nanosleep)(time, rest);
  }
  int error = sleep_of(time, rest);
  if (error != 0) {
    errno = error;
  }
  return error == 0 ? 0 : -1;
}

WRAPPER(int, clock_nanosleep, clockid_t clock, int flags, const struct timespec *time,
        struct timespec *rest) {
  COUNTED(OUT(rest) IN(time));
  if (!is_active) {
    return REAL(clock_nanosleep)(clock, flags, time, rest);
  }
  if (!is_known(clock) || clock == CLOCK_THREAD_CPUTIME_ID) {
    return EINVAL;
  }
  if ((flags & TIMER_ABSTIME) == 0) {
    return sleep_of(time, rest);
  }
  if (!is_valid(time)) {
    return EINVAL;
  }
  sleep_for(nanos_until(time, clock));
  return 0;
}

WRAPPER(int, usleep, useconds_t micros) {
  if (!is_active) {
    return REAL(usleep)(micros);
  }
  sleep_for((int64_t)micros * 1000);
  return 0;
}

WRAPPER(unsigned, sleep, unsigned seconds) {
  if (!is_active) {
    return REAL(sleep)(seconds);
  }
  sleep_for((int64_t)seconds * NANOS_PER_SECOND);
  return 0;
}

WRAPPER(int, thrd_sleep, const struct timespec *time, struct timespec *rest) {
  COUNTED(OUT(rest) IN(time));
  if (!is_active) {
    return REAL(thrd_sleep)(time, rest);
  }
  return sleep_of(time, rest) == 0 ? 0 : -2;
}

WRAPPER(int, sched_yield, void) {
  if (!is_active) {
    return REAL(sched_yield)();
  }
  give_way();
  return 0;
}

WRAPPER(int, pthread_yield, void) {
  return WRAP(sched_yield)();
}

WRAPPER(void, thrd_yield, void) {
  WRAP(sched_yield)();
}
