/* The threads, mutexes and conditions of C11: the same objects as those of POSIX, other names. */
#include <threads.h>

#include "library_calls.h"
#include "primitives.h"

static int result_of(int error) {
  switch (error) {
  case 0:
    return thrd_success;
  case EBUSY:
    return thrd_busy;
  case ETIMEDOUT:
    return thrd_timedout;
  case ENOMEM:
    return thrd_nomem;
  default:
    return thrd_error;
  }
}

static pthread_mutex_t *mutex_of(mtx_t *mutex) { return (pthread_mutex_t *)mutex; }

static pthread_cond_t *condition_of(cnd_t *condition) { return (pthread_cond_t *)condition; }

// --- threads

/* What the function returns is in the lower half of what one that returns a pointer would. */
WRAPPED(int, thrd_create, thrd_t *handle, thrd_start_t start, void *argument) {
  void *(*as_other)(void *) = (void *(*)(void *))(void *)start;
  return result_of(create_thread((pthread_t *)handle, false, as_other, argument, HERE));
}

WRAPPED(int, thrd_join, thrd_t handle, int *result) {
  void *pointer = NULL;
  int error = join_thread((pthread_t)handle, &pointer, "thrd_join", HERE);
  if (error == 0 && result != NULL) {
    access_memory(result, sizeof *result, true, HERE);
    *result = (int)(intptr_t)pointer;
  }
  return result_of(error);
}

WRAPPED(int, thrd_detach, thrd_t handle) {
  return result_of(detach_thread((pthread_t)handle, "thrd_detach"));
}

_Noreturn WRAPPED(void, thrd_exit, int result) { unwind_and_leave((void *)(intptr_t)result); }

WRAPPED(thrd_t, thrd_current, void) {
  return (thrd_t)handle_of(is_under_way() ? self : &threads[MAIN]);
}

WRAPPED(int, thrd_equal, thrd_t one, thrd_t other) { return one == other; }

// --- mutexes

WRAPPED(int, mtx_init, mtx_t *mutex, int type) {
  bool is_recursive = (type & mtx_recursive) != 0;
  memory_initialised(mutex, sizeof *mutex, HERE);
  mutex_begin(mutex_of(mutex), is_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL,
              false);
  return thrd_success;
}

WRAPPED(void, mtx_destroy, mtx_t *mutex) { mutex_end(mutex_of(mutex), "mtx_destroy", HERE); }

WRAPPED(int, mtx_lock, mtx_t *mutex) {
  return result_of(mutex_lock(mutex_of(mutex), "mtx_lock", HERE));
}

WRAPPED(int, mtx_trylock, mtx_t *mutex) {
  return result_of(mutex_try_lock(mutex_of(mutex), "mtx_trylock", HERE));
}

WRAPPED(int, mtx_timedlock, mtx_t *restrict mutex, const struct timespec *restrict until) {
  COUNTED(IN(until));
  return result_of(
      mutex_lock_in_time(mutex_of(mutex), CLOCK_REALTIME, until, "mtx_timedlock", HERE));
}

WRAPPED(int, mtx_unlock, mtx_t *mutex) {
  return result_of(mutex_unlock(mutex_of(mutex), "mtx_unlock", HERE));
}

// --- conditions

WRAPPED(int, cnd_init, cnd_t *condition) {
  memory_initialised(condition, sizeof *condition, HERE);
  condition_begin(condition_of(condition), CLOCK_REALTIME);
  return thrd_success;
}

WRAPPED(void, cnd_destroy, cnd_t *condition) {
  condition_end(condition_of(condition), "cnd_destroy", HERE);
}

WRAPPED(int, cnd_wait, cnd_t *condition, mtx_t *mutex) {
  return result_of(condition_wait(condition_of(condition), mutex_of(mutex), "cnd_wait", HERE));
}

WRAPPED(int, cnd_timedwait, cnd_t *restrict condition, mtx_t *restrict mutex,
        const struct timespec *restrict until) {
  COUNTED(IN(until));
  return result_of(condition_wait_until(condition_of(condition), mutex_of(mutex), CLOCK_REALTIME,
                                        until, "cnd_timedwait", HERE));
}

WRAPPED(int, cnd_signal, cnd_t *condition) {
  return result_of(condition_signal(condition_of(condition), "cnd_signal", HERE));
}

WRAPPED(int, cnd_broadcast, cnd_t *condition) {
  return result_of(condition_broadcast(condition_of(condition), "cnd_broadcast", HERE));
}
