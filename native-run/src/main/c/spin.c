/* Spin locks: to the search they are mutexes, which cannot be taken twice. */
#include "primitives.h"

enum { FREE = 0, DESTROYED = -1 };

/* Fails unless it can be used; before an operation, and after it: see condition.c. */
static void check(const pthread_spinlock_t *lock, const char *call) {
  if (*lock == DESTROYED) {
    fail(EXCEPTION, "%s of a spin lock that is destroyed", call);
  }
}

static int lock_at(pthread_spinlock_t *lock, const char *call, uintptr_t pc) {
  memory_used(lock, sizeof *lock, pc);
  check(lock, call);
  return object_number(lock, sizeof *lock, MATTER_SPIN);
}

WRAPPED(int, pthread_spin_init, pthread_spinlock_t *lock, int shared_by_processes) {
  (void)shared_by_processes;
  memory_initialised(lock, sizeof *lock, HERE);
  *lock = FREE;
  return 0;
}

WRAPPED(int, pthread_spin_destroy, pthread_spinlock_t *lock) {
  if (is_under_way()) {
    int object = lock_at(lock, "pthread_spin_destroy", HERE);
    stand(WRITE, object, NULL);
    record_destroyed(object, !is_side_lock_free(object));
    check(lock, "pthread_spin_destroy");
    if (!is_side_lock_free(object)) {
      fail(EXCEPTION, "pthread_spin_destroy of a spin lock that is locked");
    }
  }
  *lock = DESTROYED;
  return 0;
}

WRAPPED(int, pthread_spin_lock, pthread_spinlock_t *lock) {
  if (is_under_way()) {
    side_lock(lock_at(lock, "pthread_spin_lock", HERE));
    check(lock, "pthread_spin_lock");
  }
  return 0;
}

WRAPPED(int, pthread_spin_trylock, pthread_spinlock_t *lock) {
  if (!is_under_way()) {
    return 0;
  }
  int object = lock_at(lock, "pthread_spin_trylock", HERE);
  if (is_side_lock_mine(object) || !side_try_lock(object)) {
    return EBUSY;
  }
  check(lock, "pthread_spin_trylock");
  return 0;
}

WRAPPED(int, pthread_spin_unlock, pthread_spinlock_t *lock) {
  if (is_under_way()) {
    int object = lock_at(lock, "pthread_spin_unlock", HERE);
    if (!is_side_lock_mine(object)) {
      fail(EXCEPTION, is_side_lock_free(object)
                          ? "pthread_spin_unlock of a spin lock that is not locked"
                          : "pthread_spin_unlock of a spin lock that another thread holds");
    }
    side_unlock(object);
  }
  return 0;
}
