/*
 * System calls that programs make by syscall(): those that have a model here get it, those that
 * tell or change nothing of the kind that differs from one execution to the next go to the kernel,
 * and all others are refused.
 */
#include <sched.h>
#include <stdarg.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "map_calls.h"
#include "primitives.h"
#include "system_calls.h"

/* The models, in the place of the functions of the library. */
int WRAP(clock_gettime)(clockid_t clock, struct timespec *into);
int WRAP(clock_nanosleep)(clockid_t clock, int flags, const struct timespec *wanted,
                          struct timespec *rest);
int WRAP(gettimeofday)(struct timeval *into, void *zone);
int WRAP(nanosleep)(const struct timespec *wanted, struct timespec *rest);
int WRAP(sched_yield)(void);
time_t WRAP(time)(time_t *into);
ssize_t WRAP(getrandom)(void *into, size_t size, unsigned flags);

static pid_t thread_id(void) { return getpid() + (is_under_way() ? self->number : 0); }

WRAPPED(pid_t, gettid, void) { return thread_id(); }

/* Whether the kernel may do it: the answer is the same each time, or nobody sees what changes. */
static bool is_harmless(long number) {
  switch (number) {
  case SYS_getpid:
  case SYS_getppid:
  case SYS_getuid:
  case SYS_geteuid:
  case SYS_getgid:
  case SYS_getegid:
  case SYS_uname:
  case SYS_prctl:
  case SYS_mlock:
  case SYS_munlock:
  case SYS_sched_getaffinity:
  case SYS_sched_setaffinity:
  case SYS_sched_setscheduler:
  case SYS_ioprio_set:
  case SYS_set_mempolicy:
    return true;
  default:
    return false;
  }
}

static long of_model(long number, const long *words, uintptr_t pc) {
  switch (number) {
  case SYS_futex:
    return futex((uint32_t *)words[0], (int)words[1], (uint32_t)words[2],
                 (const struct timespec *)words[3], pc);
  case SYS_gettid:
    return thread_id();
  case SYS_madvise:
    return model_madvise((void *)words[0], (size_t)words[1], (int)words[2], pc);
  case SYS_mprotect:
    return model_mprotect((void *)words[0], (size_t)words[1], (int)words[2], pc);
  case SYS_getcpu: /* there is one */
    if (words[0] != 0) {
      *(unsigned *)words[0] = 0;
    }
    if (words[1] != 0) {
      *(unsigned *)words[1] = 0;
    }
    return 0;
  case SYS_membarrier: /* memory is in order as it is */
    return 0;
  case SYS_clock_gettime:
    return WRAP(clock_gettime)((clockid_t)words[0], (struct timespec *)words[1]);
  case SYS_clock_nanosleep:
    return WRAP(clock_nanosleep)((clockid_t)words[0], (int)words[1],
                                 (const struct timespec *)words[2], (struct timespec *)words[3]);
  case SYS_gettimeofday:
    return WRAP(gettimeofday)((struct timeval *)words[0], (void *)words[1]);
  case SYS_nanosleep:
    return WRAP(nanosleep)((const struct timespec *)words[0], (struct timespec *)words[1]);
  case SYS_sched_yield:
    return WRAP(sched_yield)();
  case SYS_time:
    return WRAP(time)((time_t *)words[0]);
  case SYS_getrandom:
    return WRAP(getrandom)((void *)words[0], (size_t)words[1], (unsigned)words[2]);
  default:
    refuse("the program makes system call %ld by syscall(), which cannot be controlled: call the"
           " function of the library instead, if there is one",
           number);
  }
}

long REAL(syscall)(long number, ...);

WRAPPED(long, syscall, long number, ...) {
  long words[6];
  va_list list;
  va_start(list, number);
  for (int i = 0; i < 6; i++) {
    words[i] = va_arg(list, long);
  }
  va_end(list);
  if (is_under_way() && !is_harmless(number)) {
    return of_model(number, words, HERE);
  }
  return REAL(syscall)(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
