/*
 * What a program does with threads: create, join, detach, exit, and their attributes.
 *
 * A handle is the address of the thread in the table of threads. Scheduling, processors, names and
 * sizes of stacks make no difference here; they are accepted, and names are kept.
 */
#include <sched.h>
#include <string.h>

#include "library_calls.h"
#include "primitives.h"

enum { NAME_LENGTH = 16, FOR_EVER = -1 };

/* The names of threads; those of an earlier execution are none. */
static KEEP struct {
  uint32_t execution;
  char name[NAME_LENGTH];
} names[MAX_THREADS];

// --- handles

pthread_t handle_of(const struct thread *thread) { return (pthread_t)(uintptr_t)thread; }

struct thread *thread_of(pthread_t handle) {
  uintptr_t offset = (uintptr_t)handle - (uintptr_t)threads;
  if (offset >= sizeof threads || offset % sizeof threads[0] != 0) {
    return NULL;
  }
  struct thread *t = (struct thread *)(uintptr_t)handle;
  return t->phase == ABSENT ? NULL : t;
}

/* The thread with this handle; one that never was is a finding. */
static struct thread *checked(pthread_t handle, const char *call) {
  struct thread *t = thread_of(handle);
  if (t == NULL) {
    fail(EXCEPTION, "%s of what is no thread", call);
  }
  return t;
}

int liveness_of(int thread) {
  int object = own_object(thread, MATTER_LIVENESS);
  return is_visible(object) ? object : NONE;
}

// --- life

static bool is_created_detached(const pthread_attr_t *attributes) {
  int state = PTHREAD_CREATE_JOINABLE;
  return attributes != NULL && pthread_attr_getdetachstate(attributes, &state) == 0 &&
         state == PTHREAD_CREATE_DETACHED;
}

int create_thread(pthread_t *handle, bool is_detached, void *(*start)(void *), void *argument,
                  uintptr_t pc) {
  if (!is_under_way()) {
    refuse("a thread is created before main begins.\n"
           "  Create threads in main, or in what it calls.");
  }
  int number = thread_number(self->number, (int)self->children, (uintptr_t)start);
  int liveness = liveness_of(number);
  access_memory(handle, sizeof *handle, true, pc);
  *handle = handle_of(&threads[number]);
  stand(START, liveness, NULL);
  self->children++;
  struct thread *child = new_thread(number, start, argument);
  child->is_detached = is_detached;
  child->time = self->time;
  signals_begin_thread(child);
  struct event e = event_of(START, liveness, liveness == NONE ? 0 : WRITES);
  e.target = number;
  record_event(e);
  return 0;
}

static bool has_target_ended(const struct thread *t) {
  return has_come_to_its_end(&threads[t->join_target]);
}

/* Waits for the end of a thread; whether it was in time. */
static bool stand_to_join(const struct thread *target, int64_t nanos) {
  if (target->is_last) {
    return true; /* what it does now is no part of its life */
  }
  self->join_target = target->number;
  if (!stand_cancellable(JOIN, NONE, has_target_ended, nanos)) {
    return false;
  }
  struct event e = event_of(JOIN, NONE, 0);
  e.target = target->number;
  record_event(e);
  return true;
}

/* The object that tells of a thread: from now on what changes it is an operation. */
static int shown_liveness(const struct thread *target) {
  int liveness = own_object(target->number, MATTER_LIVENESS);
  if (!is_visible(liveness)) {
    reveal(liveness);
  }
  return liveness;
}

/* Asks whether a thread has ended. */
static bool has_ended(const struct thread *target) {
  int liveness = shown_liveness(target);
  stand(IS_ALIVE, liveness, NULL);
  bool ended = has_come_to_its_end(target);
  struct event e = event_of(IS_ALIVE, liveness, LOOKS);
  e.target = target->number;
  e.value = !ended;
  record_event(e);
  return ended;
}

/* The thread is joined: its result, and what it did is known. */
static int joined(struct thread *target, void **result, uintptr_t pc) {
  target->is_joined = true;
  if (target->time > self->time) {
    self->time = target->time;
  }
  if (result != NULL) {
    access_memory(result, sizeof *result, true, pc);
    *result = target->result;
  }
  return 0;
}

/* Whether a thread waits for the end of another one: whoever else uses that one is mistaken. */
static bool is_being_joined(const struct thread *target) {
  for (int t = 0; t < thread_end; t++) {
    const struct thread *other = &threads[t];
    if (other != self && other->phase == STANDING && other->kind == JOIN &&
        other->join_target == target->number && !other->is_exiting) {
      return true;
    }
  }
  return false;
}

static void check_joinable(const struct thread *target, const char *call) {
  if (is_being_joined(target)) {
    fail(EXCEPTION, "%s of a thread that another one waits to join", call);
  }
  if (target->is_joined) {
    fail(EXCEPTION, "%s of a thread that was joined before", call);
  }
  if (target->is_detached) {
    fail(EXCEPTION, "%s of a detached thread", call);
  }
}

static struct thread *to_join(pthread_t handle, const char *call) {
  struct thread *target = checked(handle, call);
  check_joinable(target, call);
  return target;
}

int join_thread(pthread_t handle, void **result, const char *call, uintptr_t pc) {
  if (!is_under_way()) {
    return ESRCH;
  }
  struct thread *target = to_join(handle, call);
  if (target == self) {
    return EDEADLK;
  }
  cancel_point();
  stand_to_join(target, FOR_EVER);
  return joined(target, result, pc);
}

static int try_to_join(struct thread *target, void **result, int error, uintptr_t pc) {
  bool ended = has_ended(target);
  check_joinable(target, "a join that does not wait");
  if (!ended) {
    return error;
  }
  stand_to_join(target, FOR_EVER);
  return joined(target, result, pc);
}

static int join_in_time(pthread_t handle, void **result, clockid_t clock,
                        const struct timespec *until, uintptr_t pc) {
  struct thread *target = to_join(handle, "a timed join");
  if (target == self) {
    return EDEADLK;
  }
  cancel_point();
  if (until == NULL) {
    stand_to_join(target, FOR_EVER);
    return joined(target, result, pc);
  }
  int64_t nanos = nanos_until(until, clock);
  bool gives_up = nanos <= 0;
  if (!gives_up && gives_up_early()) {
    time_passes(self, nanos);
    gives_up = true;
  }
  if (gives_up) {
    return try_to_join(target, result, ETIMEDOUT, pc);
  }
  return stand_to_join(target, nanos) ? joined(target, result, pc) : ETIMEDOUT;
}

int detach_thread(pthread_t handle, const char *call) {
  if (!is_under_way()) {
    return 0;
  }
  struct thread *target = checked(handle, call);
  int liveness = liveness_of(target->number);
  if (liveness != NONE) { /* who asks whether it has ended notices whether it is detached */
    stand(WRITE, liveness, NULL);
    record(WRITE, liveness, WRITES);
  }
  if (target->is_joined) {
    fail(EXCEPTION, "%s of a thread that was joined before", call);
  }
  if (is_being_joined(target)) {
    fail(EXCEPTION, "%s of a thread that another one waits to join", call);
  }
  if (target->is_detached) {
    return EINVAL;
  }
  target->is_detached = true;
  return 0;
}

void thread_ends(void) {
  run_thread_local_destructors();
  run_key_destructors();
  give_back_robust_mutexes();
  stack_ends();
  int liveness = liveness_of(self->number);
  if (liveness != NONE) {
    stand(END, liveness, NULL);
    record(END, liveness, WRITES);
  }
}

// --- the functions of the library

/* Threads have stacks that are put back between executions. */
static void check_stack(const pthread_attr_t *attributes) {
  void *low;
  size_t size;
  if (attributes == NULL || pthread_attr_getstack(attributes, &low, &size) != 0) {
    return;
  }
  if ((uintptr_t)low + size != 0) {
    refuse("the program gives a thread a stack of its own (pthread_attr_setstack), which is not\n"
           "  supported.  Leave it out: threads have stacks of %llu MB.",
           STACK_SIZE >> 20);
  }
  if (size > STACK_SIZE) {
    refuse("the program asks for a stack of %zu MB, threads have %llu MB", size >> 20,
           STACK_SIZE >> 20);
  }
}

WRAPPED(int, pthread_create, pthread_t *handle, const pthread_attr_t *attributes,
        void *(*start)(void *), void *argument) {
  COUNTED(IN(attributes));
  check_stack(attributes);
  return create_thread(handle, is_created_detached(attributes), start, argument, HERE);
}

WRAPPED(int, pthread_join, pthread_t handle, void **result) {
  return join_thread(handle, result, "pthread_join", HERE);
}

WRAPPED(int, pthread_tryjoin_np, pthread_t handle, void **result) {
  if (!is_under_way()) {
    return ESRCH;
  }
  struct thread *target = to_join(handle, "pthread_tryjoin_np");
  return target == self ? EDEADLK : try_to_join(target, result, EBUSY, HERE);
}

WRAPPED(int, pthread_timedjoin_np, pthread_t handle, void **result,
        const struct timespec *until) {
  COUNTED(IN(until));
  return is_under_way() ? join_in_time(handle, result, CLOCK_REALTIME, until, HERE) : ESRCH;
}

WRAPPED(int, pthread_clockjoin_np, pthread_t handle, void **result, clockid_t clock,
        const struct timespec *until) {
  COUNTED(IN(until));
  return is_under_way() ? join_in_time(handle, result, clock, until, HERE) : ESRCH;
}

WRAPPED(int, pthread_detach, pthread_t handle) {
  return detach_thread(handle, "pthread_detach");
}

WRAPPED(pthread_t, pthread_self, void) {
  return handle_of(is_under_way() ? self : &threads[MAIN]);
}

WRAPPED(int, pthread_equal, pthread_t one, pthread_t other) { return one == other; }

_Noreturn WRAPPED(void, pthread_exit, void *result) { unwind_and_leave(result); }

// --- attributes of running threads

WRAPPED(int, pthread_getattr_np, pthread_t handle, pthread_attr_t *attributes) {
  COUNTED(OUT(attributes));
  struct thread *t = thread_of(handle);
  if (t == NULL) {
    return ESRCH;
  }
  if (is_under_way() && t != self) { /* somebody may detach it */
    int liveness = shown_liveness(t);
    stand(READ, liveness, NULL);
    record(READ, liveness, LOOKS);
  }
  pthread_attr_init(attributes);
  pthread_attr_setdetachstate(attributes, t->is_detached ? PTHREAD_CREATE_DETACHED
                                                         : PTHREAD_CREATE_JOINABLE);
  return pthread_attr_setstack(attributes, region_of(t->number), STACK_SIZE);
}

WRAPPED(int, pthread_setname_np, pthread_t handle, const char *name) {
  COUNTED(STRING(name));
  struct thread *t = thread_of(handle);
  if (t == NULL) {
    return ESRCH;
  }
  if (strlen(name) >= NAME_LENGTH) {
    return ERANGE;
  }
  changes_outside();
  names[t->number].execution = execution;
  strcpy(names[t->number].name, name);
  return 0;
}

WRAPPED(int, pthread_getname_np, pthread_t handle, char *name, size_t size) {
  COUNTED(OUT_BYTES(name, size));
  struct thread *t = thread_of(handle);
  if (t == NULL) {
    return ESRCH;
  }
  if (size < NAME_LENGTH) {
    return ERANGE;
  }
  strcpy(name, names[t->number].execution == execution ? names[t->number].name : "");
  return 0;
}

WRAPPED(int, pthread_getcpuclockid, pthread_t handle, clockid_t *clock) {
  COUNTED(OUT(clock));
  if (thread_of(handle) == NULL) {
    return ESRCH;
  }
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}

WRAPPED(int, pthread_setschedparam, pthread_t handle, int policy,
        const struct sched_param *parameters) {
  COUNTED(IN(parameters));
  (void)policy;
  (void)parameters;
  return thread_of(handle) == NULL ? ESRCH : 0;
}

WRAPPED(int, pthread_getschedparam, pthread_t handle, int *policy,
        struct sched_param *parameters) {
  COUNTED(OUT(policy) OUT(parameters));
  *policy = SCHED_OTHER;
  memset(parameters, 0, sizeof *parameters);
  return thread_of(handle) == NULL ? ESRCH : 0;
}

WRAPPED(int, pthread_setschedprio, pthread_t handle, int priority) {
  (void)priority;
  return thread_of(handle) == NULL ? ESRCH : 0;
}

WRAPPED(int, pthread_setaffinity_np, pthread_t handle, size_t size, const cpu_set_t *set) {
  COUNTED(IN_BYTES(set, size));
  (void)size;
  (void)set;
  return thread_of(handle) == NULL ? ESRCH : 0;
}

WRAPPED(int, pthread_getaffinity_np, pthread_t handle, size_t size, cpu_set_t *set) {
  COUNTED(OUT_BYTES(set, size));
  memset(set, 0, size);
  CPU_SET_S(0, size, set);
  return thread_of(handle) == NULL ? ESRCH : 0;
}

WRAPPED(int, pthread_setconcurrency, int level) {
  (void)level;
  return 0;
}
