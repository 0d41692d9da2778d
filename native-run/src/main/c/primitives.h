/*
 * What the models of primitives share with each other, and with those who begin and end threads.
 *
 * A model keeps its state in the object of the program itself (a pthread_mutex_t and so on), in
 * the thread, or in variables that are put back with the memory of the program.
 */
#ifndef CLEW_PRIMITIVES_H
#define CLEW_PRIMITIVES_H

#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "cancel.h"
#include "runtime.h"

/* A function that the linker puts in the place of one of the library. */
#define WRAPPED(type, name, ...) \
  type WRAP(name)(__VA_ARGS__);  \
  type WRAP(name)(__VA_ARGS__)

/* How operations access their first object, if they have no second one. */
enum { LOOKS = MODES(MODE_READ, MODE_NONE), SHARES = MODES(MODE_SHARE, MODE_NONE),
       WRITES = MODES(MODE_WRITE, MODE_NONE) };

/* The column "amount" of a wait that a cancellation cannot end: dev.clew.trace.Trace. */
enum { UNINTERRUPTIBLE = 1 };

enum { NANOS_PER_SECOND = 1000000000 };

/* Whether operations are those of the program in an execution. */
static inline bool is_under_way(void) { return LIKELY(is_active) && LIKELY(self != NULL); }

static inline bool is_valid_time(const struct timespec *t) {
  return t->tv_nsec >= 0 && t->tv_nsec < NANOS_PER_SECOND;
}

/* Whether a thread can be joined. */
static inline bool has_come_to_its_end(const struct thread *t) {
  return t->phase == ENDED || t->has_left;
}

/* The gate of what never happens. */
static inline bool is_never(const struct thread *t) {
  (void)t;
  return false;
}

/* --- what a thread holds */

/* A number for one hold: sums of them tell what was taken and not given back. */
static inline uint64_t hold_of(int object, bool is_shared) {
  uint64_t mixed = (2 * (uint64_t)(uint32_t)object + is_shared + 1) * 0x9E3779B97F4A7C15ull;
  mixed = (mixed ^ mixed >> 32) * 0xD6E8FEB86659FD93ull;
  return mixed ^ mixed >> 29;
}

/* The thread takes once more what it holds, or gives back one of several holds: no operation. */
static inline void holds_once_more(int object, bool is_shared) {
  self->holds += hold_of(object, is_shared);
}

static inline void holds_once_less(int object, bool is_shared) {
  self->holds -= hold_of(object, is_shared);
}

/* --- the number of an object, remembered in the object */

struct identity {
  uint32_t number; /* and 1; 0 if it is not known */
  uint32_t home;   /* where it was when it became known: a copy is another object */
};

static inline uint32_t home_of(const volatile void *object) {
  uintptr_t address = (uintptr_t)object;
  return (uint32_t)(address ^ address >> 32);
}

/* Writes it, which is no change to a thread that waits by looking (spins.c). */
void spins_identify(struct identity *of, struct identity as);

static inline int identify(struct identity *of, const volatile void *object, uint32_t size,
                           enum matter matter) {
  if (UNLIKELY(of->number == 0 || of->home != home_of(object))) {
    uint32_t number = (uint32_t)object_number(object, size, matter) + 1;
    spins_identify(of, (struct identity){.number = number, .home = home_of(object)});
  }
  return (int)of->number - 1;
}

/* An object that each thread has; its address is the number of the thread. */
static inline int own_object(int thread, enum matter matter) {
  return object_number((const void *)(uintptr_t)(unsigned)thread, 1, matter);
}

/*
 * To destroy an object is a write: it is not independent of any other use. Stood at as WRITE; what
 * there was before, holders or waiters or permits, is told.
 */
static inline void record_destroyed(int object, int before) {
  struct event e = event_of(WRITE, object, WRITES);
  e.before = before;
  e.value = -1; /* "destroyed" in reports: dev.clew.foreign.c.CNames */
  record_event(e);
}

/* --- mutexes (mutex.c) */

struct mutex;
/* Fails unless it can be used; pc is where the program does. */
struct mutex *mutex_at(pthread_mutex_t *mutex, const char *call, uintptr_t pc);
bool mutex_is_free(const struct mutex *mutex);
/* Whether the thread holds a mutex with which it wants to wait; 0 or the error to return. */
int check_condition_mutex(struct mutex *mutex);
/* Gives back all holds by a WAIT; the number of holds. */
unsigned mutex_leave_for_wait(struct mutex *mutex, int condition, int waiters);
/* Records that a wait is over, by REACQUIRE; 0 or the error to return. */
int mutex_come_back(struct mutex *mutex, unsigned holds);
/* Gives a mutex back for a moment, all holds of it. */
int mutex_give_way(struct mutex *mutex);
int mutex_object(struct mutex *mutex);
void mutex_begin(pthread_mutex_t *mutex, int type, bool is_robust);
/* One that the program does not know of, which is told by the name of an object of it. */
void mutex_is_part_of(pthread_mutex_t *mutex, const volatile void *object);
int mutex_lock(pthread_mutex_t *mutex, const char *call, uintptr_t pc);
int mutex_try_lock(pthread_mutex_t *mutex, const char *call, uintptr_t pc);
int mutex_lock_in_time(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until,
                       const char *call, uintptr_t pc);
int mutex_unlock(pthread_mutex_t *mutex, const char *call, uintptr_t pc);
int mutex_end(pthread_mutex_t *mutex, const char *call, uintptr_t pc);
void give_back_robust_mutexes(void);

/* --- conditions (condition.c) */

void condition_begin(pthread_cond_t *condition, clockid_t clock);
void condition_is_part_of(pthread_cond_t *condition, const volatile void *object);
int condition_waiters(pthread_cond_t *condition); /* how many */
/* Waits so many nanoseconds at most; for ever if that is negative. */
int condition_wait_for(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t nanos,
                       const char *call, uintptr_t pc);
int condition_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, const char *call,
                   uintptr_t pc);
int condition_wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                         const struct timespec *until, const char *call, uintptr_t pc);
int condition_signal(pthread_cond_t *condition, const char *call, uintptr_t pc);
int condition_broadcast(pthread_cond_t *condition, const char *call, uintptr_t pc);
int condition_end(pthread_cond_t *condition, const char *call, uintptr_t pc);

/* --- locks whose state is beside the program (sidelock.c) */

void side_lock(int object);
bool side_try_lock(int object);
void side_unlock(int object);
bool is_side_lock_mine(int object);
bool is_side_lock_free(int object);
/* For those that their owner can take again: whether it holds it, and now once more. */
bool is_side_lock_held_again(int object);
/* Whether the owner held it more than once, and now once less. */
bool is_side_lock_still_held(int object);

/* --- threads (thread_calls.c, keys.c) */

struct thread *thread_of(pthread_t handle); /* NULL if it is none of this execution */
pthread_t handle_of(const struct thread *thread);
int create_thread(pthread_t *handle, bool is_detached, void *(*start)(void *), void *argument,
                  uintptr_t pc);
int join_thread(pthread_t handle, void **result, const char *call, uintptr_t pc);
int detach_thread(pthread_t handle, const char *call);
int liveness_of(int thread); /* the object, NONE as long as nobody asks for it */
/* The last things that a thread does: destructors, robust mutexes, END where it is seen. */
void thread_ends(void);
void exits_begin_process(void);
void run_thread_local_destructors(void);
bool has_thread_local_destructors(void); /* of the thread that has the turn */
void run_key_destructors(void);

/* --- cancellation (cancel.c) */

int cancel_status_of(int thread); /* the object */
bool can_be_cancelled(const struct thread *thread); /* and was */
_Noreturn void cancel_now(void);
/* Stands at an operation directly after a cancellation point; nanos below 0: for ever. */
bool stand_cancellable(int kind, int object, gate *gate, int64_t nanos);
/* Runs what was pushed to be cleaned up, and destructors of C++, and ends the thread. */
_Noreturn void unwind_and_leave(void *result);

/* --- the end of the program (failures.c, exits.c) */

void failures_begin_process(void);
_Noreturn void program_returned(int status);
/* The main thread has left, by pthread_exit: the last thread to end ends the program. */
_Noreturn void exit_after_others(void);
int awaited_end(const struct thread *who); /* whose end one waits for that stands at a join */

/* --- signals (signals.c) */

void signals_begin_thread(const struct thread *child); /* with the mask of its maker */
/* Calls the handler of the program for a fault; whether there is one. */
bool signals_handle_fault(int signal, void *info, void *context);

#endif
