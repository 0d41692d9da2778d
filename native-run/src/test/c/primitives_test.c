/* The models of primitives, one by one: what they record, return and find. */
#include <semaphore.h>
#include <signal.h>
#include <threads.h>

#include "fake_scheduler.h"

int WRAP(pthread_mutex_init)(pthread_mutex_t *, const pthread_mutexattr_t *);
int WRAP(pthread_mutex_destroy)(pthread_mutex_t *);
int WRAP(pthread_mutex_lock)(pthread_mutex_t *);
int WRAP(pthread_mutex_trylock)(pthread_mutex_t *);
int WRAP(pthread_mutex_timedlock)(pthread_mutex_t *, const struct timespec *);
int WRAP(pthread_mutex_unlock)(pthread_mutex_t *);
int WRAP(pthread_mutex_consistent)(pthread_mutex_t *);
int WRAP(pthread_cond_wait)(pthread_cond_t *, pthread_mutex_t *);
int WRAP(pthread_cond_timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
int WRAP(pthread_cond_signal)(pthread_cond_t *);
int WRAP(pthread_cond_broadcast)(pthread_cond_t *);
int WRAP(pthread_cond_destroy)(pthread_cond_t *);
int WRAP(pthread_rwlock_rdlock)(pthread_rwlock_t *);
int WRAP(pthread_rwlock_wrlock)(pthread_rwlock_t *);
int WRAP(pthread_rwlock_tryrdlock)(pthread_rwlock_t *);
int WRAP(pthread_rwlock_trywrlock)(pthread_rwlock_t *);
int WRAP(pthread_rwlock_unlock)(pthread_rwlock_t *);
int WRAP(pthread_rwlock_destroy)(pthread_rwlock_t *);
int WRAP(pthread_spin_init)(pthread_spinlock_t *, int);
int WRAP(pthread_spin_lock)(pthread_spinlock_t *);
int WRAP(pthread_spin_trylock)(pthread_spinlock_t *);
int WRAP(pthread_spin_unlock)(pthread_spinlock_t *);
int WRAP(pthread_spin_destroy)(pthread_spinlock_t *);
int WRAP(pthread_barrier_init)(pthread_barrier_t *, const pthread_barrierattr_t *, unsigned);
int WRAP(pthread_barrier_wait)(pthread_barrier_t *);
int WRAP(pthread_barrier_destroy)(pthread_barrier_t *);
int WRAP(sem_init)(sem_t *, int, unsigned);
int WRAP(sem_wait)(sem_t *);
int WRAP(sem_trywait)(sem_t *);
int WRAP(sem_timedwait)(sem_t *, const struct timespec *);
int WRAP(sem_post)(sem_t *);
int WRAP(sem_getvalue)(sem_t *, int *);
int WRAP(sem_destroy)(sem_t *);
int WRAP(pthread_once)(pthread_once_t *, void (*)(void));
int WRAP(pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int WRAP(pthread_join)(pthread_t, void **);
int WRAP(pthread_tryjoin_np)(pthread_t, void **);
int WRAP(pthread_detach)(pthread_t);
pthread_t WRAP(pthread_self)(void);
int WRAP(pthread_cancel)(pthread_t);
int WRAP(pthread_setcancelstate)(int, int *);
void WRAP(pthread_testcancel)(void);
int WRAP(pthread_key_create)(pthread_key_t *, void (*)(void *));
int WRAP(pthread_setspecific)(pthread_key_t, const void *);
void *WRAP(pthread_getspecific)(pthread_key_t);
int WRAP(mtx_init)(mtx_t *, int);
int WRAP(mtx_lock)(mtx_t *);
int WRAP(mtx_trylock)(mtx_t *);
int WRAP(pthread_sigmask)(int, const sigset_t *, sigset_t *);
int WRAP(pthread_kill)(pthread_t, int);
int WRAP(sigwait)(const sigset_t *, int *);
int WRAP(raise)(int);
sighandler_t WRAP(signal)(int, sighandler_t);

enum { ONE = 2, OTHER = 3 };

static const struct timespec soon = {1, 0};

// --- mutexes

static pthread_mutex_t mutex;

static void new_mutex(int type, int robustness) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, type);
  pthread_mutexattr_setrobust(&attributes, robustness);
  WRAP(pthread_mutex_init)(&mutex, &attributes);
}

static void unlock_by_one(void) {
  as_thread(ONE);
  WRAP(pthread_mutex_unlock)(&mutex);
}

static void test_normal_mutex(void) {
  begin_test("a normal mutex");
  mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  as_thread(ONE);
  CHECK(WRAP(pthread_mutex_lock)(&mutex) == 0);
  CHECK(event_count == 1 && LAST.kind == LOCK && LAST.modes == WRITES);
  int object = LAST.object;
  as_thread(OTHER);
  CHECK(WRAP(pthread_mutex_trylock)(&mutex) == EBUSY);
  CHECK(LAST.kind == TRY_LOCK && LAST.modes == LOOKS && LAST.object == object);
  while_blocked = unlock_by_one;
  CHECK(WRAP(pthread_mutex_lock)(&mutex) == 0);
  CHECK(event_count == 4 && recorded[2].kind == UNLOCK && recorded[2].link == 0);
  CHECK(LAST.kind == LOCK && LAST.thread == OTHER);
  CHECK(WRAP(pthread_mutex_unlock)(&mutex) == 0);
  CHECK(LAST.kind == UNLOCK && LAST.link == 3);
}

static void test_findings_of_mutexes(void) {
  begin_test("mistakes with a mutex");
  mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  as_thread(ONE);
  CHECK_FAILS(WRAP(pthread_mutex_unlock)(&mutex), "not locked");
  WRAP(pthread_mutex_lock)(&mutex);
  TRY(WRAP(pthread_mutex_lock)(&mutex));
  CHECK(outcome == BLOCKED && self->kind == LOCK);
  as_thread(OTHER);
  CHECK_FAILS(WRAP(pthread_mutex_unlock)(&mutex), "another thread holds");
  CHECK_FAILS(WRAP(pthread_mutex_destroy)(&mutex), "is locked");
  unlock_by_one();
  CHECK(WRAP(pthread_mutex_destroy)(&mutex) == 0);
  CHECK(LAST.kind == WRITE && LAST.modes == WRITES);
  CHECK_FAILS(WRAP(pthread_mutex_lock)(&mutex), "destroyed");
  CHECK_FAILS(WRAP(pthread_mutex_destroy)(&mutex), "destroyed");
  memset(&mutex, 0xCE, sizeof mutex);
  CHECK_FAILS(WRAP(pthread_mutex_lock)(&mutex), "not initialised");
}

static void test_kinds_of_mutexes(void) {
  begin_test("recursive and error-checking mutexes");
  mutex = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  as_thread(ONE);
  WRAP(pthread_mutex_lock)(&mutex);
  CHECK(WRAP(pthread_mutex_lock)(&mutex) == 0 && WRAP(pthread_mutex_trylock)(&mutex) == 0);
  CHECK(event_count == 1);
  as_thread(OTHER);
  CHECK(WRAP(pthread_mutex_unlock)(&mutex) == EPERM);
  as_thread(ONE);
  WRAP(pthread_mutex_unlock)(&mutex);
  WRAP(pthread_mutex_unlock)(&mutex);
  CHECK(event_count == 1);
  WRAP(pthread_mutex_unlock)(&mutex);
  CHECK(event_count == 2 && LAST.kind == UNLOCK);
  new_mutex(PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_STALLED);
  CHECK(WRAP(pthread_mutex_unlock)(&mutex) == EPERM);
  WRAP(pthread_mutex_lock)(&mutex);
  CHECK(WRAP(pthread_mutex_lock)(&mutex) == EDEADLK);
}

static void test_robust_mutex(void) {
  begin_test("a robust mutex");
  new_mutex(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST);
  as_thread(ONE);
  WRAP(pthread_mutex_lock)(&mutex);
  thread_ends();
  CHECK(LAST.kind == UNLOCK && LAST.link == 0);
  as_thread(OTHER);
  CHECK(WRAP(pthread_mutex_lock)(&mutex) == EOWNERDEAD);
  CHECK(WRAP(pthread_mutex_consistent)(&mutex) == 0);
  CHECK(WRAP(pthread_mutex_consistent)(&mutex) == EINVAL);
  WRAP(pthread_mutex_unlock)(&mutex);
  CHECK(WRAP(pthread_mutex_lock)(&mutex) == 0);
  thread_ends();
  as_thread(ONE);
  CHECK(WRAP(pthread_mutex_lock)(&mutex) == EOWNERDEAD);
  WRAP(pthread_mutex_unlock)(&mutex);
  CHECK(WRAP(pthread_mutex_lock)(&mutex) == ENOTRECOVERABLE);
  CHECK(LAST.kind == UNLOCK && recorded[event_count - 2].kind == LOCK);
}

static void test_timed_lock(void) {
  begin_test("a lock that gives up");
  mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  as_thread(ONE);
  WRAP(pthread_mutex_lock)(&mutex);
  as_thread(OTHER);
  gives_up_now = true;
  CHECK(WRAP(pthread_mutex_timedlock)(&mutex, &soon) == ETIMEDOUT);
  CHECK(event_count == 1);
  CHECK(WRAP(pthread_mutex_timedlock)(&mutex, &(struct timespec){0, -1}) == EINVAL);
  CHECK(WRAP(pthread_mutex_timedlock)(&mutex, &(struct timespec){0, 0}) == ETIMEDOUT);
  CHECK(LAST.kind == TRY_LOCK && LAST.modes == LOOKS);
}

// --- conditions

static pthread_cond_t condition;

static void signal_by_other(void) {
  as_thread(OTHER);
  CHECK(WRAP(pthread_mutex_lock)(&mutex) == 0);
  WRAP(pthread_cond_signal)(&condition);
  WRAP(pthread_mutex_unlock)(&mutex);
}

static void begin_condition(const char *name) {
  begin_test(name);
  mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  condition = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
  as_thread(ONE);
}

static void test_condition(void) {
  begin_condition("a condition");
  WRAP(pthread_cond_signal)(&condition);
  CHECK(LAST.kind == NOTIFY && LAST.modes == LOOKS && LAST.before == 0 && LAST.label == NONE);
  int number = LAST.object;
  WRAP(pthread_mutex_lock)(&mutex);
  while_blocked = signal_by_other;
  CHECK(WRAP(pthread_cond_wait)(&condition, &mutex) == 0);
  CHECK(recorded[2].kind == WAIT && recorded[2].other == number && recorded[2].link == 1);
  CHECK(recorded[2].before == 0 && recorded[2].modes == MODES(MODE_WRITE, MODE_WRITE));
  CHECK(recorded[4].kind == NOTIFY && recorded[4].label == ONE && recorded[4].before == 1);
  CHECK(LAST.kind == REACQUIRE && LAST.link == 4 && LAST.object == recorded[2].object);
  WRAP(pthread_mutex_unlock)(&mutex);
  CHECK(LAST.link == 6);
}

static void test_several_waiters(void) {
  begin_condition("several waiters");
  for (int t = ONE; t <= OTHER; t++) {
    as_thread(t);
    WRAP(pthread_mutex_lock)(&mutex);
    TRY(WRAP(pthread_cond_wait)(&condition, &mutex));
    CHECK(outcome == BLOCKED);
  }
  as_thread(MAIN);
  CHECK_FAILS(WRAP(pthread_cond_destroy)(&condition), "a thread waits");
  label_to_choose = OTHER;
  WRAP(pthread_cond_signal)(&condition);
  CHECK(offered == 2 && LAST.label == OTHER && LAST.before == 2);
  CHECK(threads[OTHER].waits_at == NONE && threads[ONE].waits_at != NONE);
  WRAP(pthread_cond_broadcast)(&condition);
  CHECK(LAST.kind == NOTIFY_ALL && LAST.before == 1 && threads[ONE].ender == event_count - 1);
  CHECK(WRAP(pthread_cond_destroy)(&condition) == 0);
}

static void test_findings_of_conditions(void) {
  begin_condition("mistakes with a condition");
  CHECK_FAILS(WRAP(pthread_cond_wait)(&condition, &mutex), "does not hold");
  WRAP(pthread_mutex_lock)(&mutex);
  TRY(WRAP(pthread_cond_wait)(&condition, &mutex));
  as_thread(OTHER);
  pthread_mutex_t another = PTHREAD_MUTEX_INITIALIZER;
  WRAP(pthread_mutex_lock)(&another);
  CHECK_FAILS(WRAP(pthread_cond_wait)(&condition, &another), "another mutex");
  new_mutex(PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_STALLED);
  WRAP(pthread_mutex_lock)(&mutex);
  WRAP(pthread_mutex_lock)(&mutex);
  CHECK_FAILS(WRAP(pthread_cond_wait)(&condition, &mutex), "holds 2 times");
}

static void destroy_condition(void) {
  as_thread(OTHER);
  WRAP(pthread_cond_destroy)(&condition);
}

static void test_destroyed_conditions(void) {
  begin_condition("a condition that is destroyed just before it is signalled");
  while_standing = destroy_condition;
  CHECK_FAILS(WRAP(pthread_cond_signal)(&condition), "pthread_cond_signal of a condition that is d");
  CHECK(event_count == 2 && recorded[0].kind == WRITE && recorded[0].modes == WRITES);
  CHECK(LAST.kind == NOTIFY && LAST.modes == LOOKS);
  begin_condition("and just before a broadcast");
  while_standing = destroy_condition;
  CHECK_FAILS(WRAP(pthread_cond_broadcast)(&condition), "pthread_cond_broadcast of a condition that");
  begin_condition("and just before a wait");
  WRAP(pthread_mutex_lock)(&mutex);
  while_standing = destroy_condition;
  CHECK_FAILS(WRAP(pthread_cond_wait)(&condition, &mutex), "pthread_cond_wait of a condition that");
  CHECK(LAST.kind == WAIT);
}

static void test_timed_wait(void) {
  begin_condition("a wait that gives up");
  WRAP(pthread_mutex_lock)(&mutex);
  gives_up_now = true;
  CHECK(WRAP(pthread_cond_timedwait)(&condition, &mutex, &soon) == ETIMEDOUT);
  CHECK(LAST.kind == REACQUIRE);
  CHECK(WRAP(pthread_cond_timedwait)(&condition, &mutex, &(struct timespec){0, 0}) == ETIMEDOUT);
  CHECK(LAST.kind == LOCK && recorded[event_count - 2].kind == UNLOCK);
}

static void cancel_one(void) {
  as_thread(OTHER);
  WRAP(pthread_cancel)(handle_of(&threads[ONE]));
}

static void test_cancelled_wait(void) {
  begin_condition("a wait that is cancelled");
  WRAP(pthread_mutex_lock)(&mutex);
  while_blocked = cancel_one;
  TRY(WRAP(pthread_cond_wait)(&condition, &mutex));
  CHECK(outcome == THREAD_ENDED);
  CHECK(recorded[2].kind == INTERRUPT && recorded[2].target == ONE && recorded[2].before == 0);
  CHECK(recorded[3].kind == CANCEL_WAIT && recorded[3].other == recorded[2].object);
  CHECK(recorded[3].before == 1);
  CHECK(recorded[4].kind == REACQUIRE && recorded[4].link == 3);
  CHECK(threads[ONE].result == PTHREAD_CANCELED);
}

// --- read-write locks

static pthread_rwlock_t rwlock;

static void test_rwlock(void) {
  begin_test("a read-write lock");
  rwlock = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
  as_thread(ONE);
  CHECK(WRAP(pthread_rwlock_rdlock)(&rwlock) == 0);
  CHECK(LAST.kind == READ_LOCK && LAST.modes == SHARES && LAST.before == 0);
  CHECK(WRAP(pthread_rwlock_rdlock)(&rwlock) == 0 && event_count == 1);
  as_thread(OTHER);
  CHECK(WRAP(pthread_rwlock_tryrdlock)(&rwlock) == 0 && LAST.before == 1);
  CHECK(WRAP(pthread_rwlock_trywrlock)(&rwlock) == EBUSY && event_count == 2);
  WRAP(pthread_rwlock_unlock)(&rwlock);
  CHECK(LAST.kind == READ_UNLOCK && LAST.link == 1 && LAST.before == 2);
  CHECK(WRAP(pthread_rwlock_trywrlock)(&rwlock) == EBUSY && LAST.modes == LOOKS);
  CHECK_FAILS(WRAP(pthread_rwlock_unlock)(&rwlock), "does not hold");
  CHECK_FAILS(WRAP(pthread_rwlock_destroy)(&rwlock), "is held");
  TRY(WRAP(pthread_rwlock_wrlock)(&rwlock));
  CHECK(outcome == BLOCKED);
  as_thread(ONE);
  int before = event_count;
  WRAP(pthread_rwlock_unlock)(&rwlock);
  CHECK(event_count == before);
  WRAP(pthread_rwlock_unlock)(&rwlock);
  CHECK(LAST.kind == READ_UNLOCK && LAST.link == 0);
  CHECK(WRAP(pthread_rwlock_wrlock)(&rwlock) == 0 && LAST.kind == WRITE_LOCK);
  CHECK(WRAP(pthread_rwlock_rdlock)(&rwlock) == EDEADLK);
  int acquired = event_count - 1;
  as_thread(OTHER);
  CHECK(WRAP(pthread_rwlock_tryrdlock)(&rwlock) == EBUSY && LAST.modes == LOOKS);
  as_thread(ONE);
  WRAP(pthread_rwlock_unlock)(&rwlock);
  CHECK(LAST.kind == WRITE_UNLOCK && LAST.link == acquired);
}

// --- spin locks

static void test_spin_lock(void) {
  begin_test("a spin lock");
  pthread_spinlock_t lock;
  WRAP(pthread_spin_init)(&lock, 0);
  as_thread(ONE);
  CHECK_FAILS(WRAP(pthread_spin_unlock)(&lock), "not locked");
  WRAP(pthread_spin_lock)(&lock);
  CHECK(LAST.kind == LOCK);
  as_thread(OTHER);
  CHECK(WRAP(pthread_spin_trylock)(&lock) == EBUSY && LAST.modes == LOOKS);
  CHECK_FAILS(WRAP(pthread_spin_unlock)(&lock), "another thread holds");
  CHECK_FAILS(WRAP(pthread_spin_destroy)(&lock), "is locked");
  TRY(WRAP(pthread_spin_lock)(&lock));
  CHECK(outcome == BLOCKED);
  as_thread(ONE);
  WRAP(pthread_spin_unlock)(&lock);
  CHECK(LAST.kind == UNLOCK && LAST.link == 0);
  WRAP(pthread_spin_destroy)(&lock);
  CHECK_FAILS(WRAP(pthread_spin_lock)(&lock), "destroyed");
}

// --- barriers

static void test_barrier(void) {
  begin_test("a barrier");
  pthread_barrier_t barrier;
  CHECK(WRAP(pthread_barrier_init)(&barrier, NULL, 0) == EINVAL);
  WRAP(pthread_barrier_init)(&barrier, NULL, 2);
  as_thread(ONE);
  TRY(WRAP(pthread_barrier_wait)(&barrier));
  CHECK(outcome == BLOCKED && LAST.kind == ARRIVE && LAST.before == 0);
  as_thread(OTHER);
  CHECK_FAILS(WRAP(pthread_barrier_destroy)(&barrier), "a thread waits");
  int arrival = event_count;
  CHECK(WRAP(pthread_barrier_wait)(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  CHECK(recorded[arrival].kind == ARRIVE && recorded[arrival].before == 1);
  CHECK(LAST.kind == PASS && LAST.link == arrival && LAST.object == NONE);
  CHECK(threads[ONE].waits_at == NONE && threads[ONE].ender == arrival);
  CHECK(WRAP(pthread_barrier_destroy)(&barrier) == 0);
  CHECK_FAILS(WRAP(pthread_barrier_wait)(&barrier), "destroyed");
}

// --- semaphores

static void test_semaphore(void) {
  begin_test("a semaphore");
  sem_t semaphore;
  int value;
  memset(&semaphore, 0, sizeof semaphore);
  CHECK_FAILS(WRAP(sem_post)(&semaphore), "not initialised");
  WRAP(sem_init)(&semaphore, 0, 1);
  as_thread(ONE);
  CHECK(WRAP(sem_wait)(&semaphore) == 0);
  CHECK(LAST.kind == ACQUIRE && LAST.before == 1 && LAST.amount == 1 && LAST.modes == WRITES);
  CHECK(WRAP(sem_trywait)(&semaphore) == -1 && errno == EAGAIN && LAST.modes == LOOKS);
  gives_up_now = true;
  CHECK(WRAP(sem_timedwait)(&semaphore, &soon) == -1 && errno == ETIMEDOUT);
  CHECK(self->amount == 0);
  TRY(WRAP(sem_wait)(&semaphore));
  CHECK(outcome == BLOCKED && self->amount == 1);
  as_thread(OTHER);
  CHECK_FAILS(WRAP(sem_destroy)(&semaphore), "a thread waits");
  WRAP(sem_post)(&semaphore);
  CHECK(LAST.kind == RELEASE && LAST.before == 0 && LAST.amount == 1 && LAST.modes == SHARES);
  WRAP(sem_getvalue)(&semaphore, &value);
  CHECK(value == 1 && LAST.kind == READ && LAST.before == 1 && LAST.amount == 0);
}

// --- once

static int initialised;
static pthread_once_t once;

static void initialise(void) { initialised++; }

static void test_once(void) {
  begin_test("what is done once");
  as_thread(ONE);
  WRAP(pthread_once)(&once, initialise);
  CHECK(event_count == 2 && recorded[0].kind == LOCK && recorded[1].kind == UNLOCK);
  as_thread(OTHER);
  WRAP(pthread_once)(&once, initialise);
  CHECK(initialised == 1 && event_count == 2);
}

// --- threads

static void *work(void *argument) { return argument; }

static void test_threads(void) {
  begin_test("threads");
  pthread_t thread;
  void *result;
  WRAP(pthread_create)(&thread, NULL, work, NULL);
  CHECK(LAST.kind == START && LAST.object == NONE && LAST.target == 6 && LAST.modes == 0);
  CHECK(thread_of(thread) == &threads[6]);
  TRY(WRAP(pthread_join)(thread, &result));
  CHECK(outcome == BLOCKED && self->kind == JOIN && self->join_target == 6);
  CHECK(WRAP(pthread_tryjoin_np)(thread, &result) == EBUSY && LAST.kind == IS_ALIVE);
  CHECK(liveness_of(6) != NONE);
  TRY(WRAP(pthread_join)(thread, &result));
  as_thread(ONE);
  CHECK_FAILS(WRAP(pthread_join)(thread, &result), "waits to join");
  CHECK_FAILS(WRAP(pthread_detach)(thread), "waits to join");
  as_thread(6);
  thread_ends();
  CHECK(LAST.kind == END && LAST.object == liveness_of(6));
  threads[6].phase = ENDED;
  threads[6].result = &thread;
  as_thread(MAIN);
  CHECK(WRAP(pthread_join)(thread, &result) == 0 && result == &thread);
  CHECK(LAST.kind == JOIN && LAST.target == 6);
  CHECK_FAILS(WRAP(pthread_join)(thread, NULL), "joined before");
  CHECK(WRAP(pthread_join)(WRAP(pthread_self)(), NULL) == EDEADLK);
  CHECK_FAILS(WRAP(pthread_join)((pthread_t)17, NULL), "no thread");
  WRAP(pthread_create)(&thread, NULL, work, NULL);
  CHECK(WRAP(pthread_detach)(thread) == 0 && WRAP(pthread_detach)(thread) == EINVAL);
  CHECK_FAILS(WRAP(pthread_join)(thread, NULL), "detached");
}

// --- cancellation

static void test_cancellation(void) {
  begin_test("cancellation");
  as_thread(ONE);
  WRAP(pthread_testcancel)();
  CHECK(event_count == 0);
  cancel_one();
  as_thread(ONE);
  WRAP(pthread_setcancelstate)(PTHREAD_CANCEL_DISABLE, NULL);
  WRAP(pthread_testcancel)();
  CHECK(event_count == 1);
  WRAP(pthread_setcancelstate)(PTHREAD_CANCEL_ENABLE, NULL);
  TRY(WRAP(pthread_testcancel)());
  CHECK(outcome == THREAD_ENDED && recorded[1].kind == TEST_INTERRUPT && recorded[1].before == 1);
}

// --- values of threads

static int destroyed;

static void destroy(void *value) { destroyed += *(int *)value; }

static void test_keys(void) {
  begin_test("values of threads");
  pthread_key_t key;
  int one = 1, other = 10;
  WRAP(pthread_key_create)(&key, destroy);
  as_thread(ONE);
  WRAP(pthread_setspecific)(key, &one);
  as_thread(OTHER);
  CHECK(WRAP(pthread_getspecific)(key) == NULL);
  WRAP(pthread_setspecific)(key, &other);
  as_thread(ONE);
  CHECK(WRAP(pthread_getspecific)(key) == &one);
  thread_ends();
  CHECK(destroyed == 1);
  CHECK(WRAP(pthread_setspecific)(MAX_KEYS, &one) == EINVAL);
}

// --- C11

static void test_c11(void) {
  begin_test("the names of C11");
  mtx_t lock;
  WRAP(mtx_init)(&lock, mtx_plain | mtx_recursive);
  as_thread(ONE);
  CHECK(WRAP(mtx_lock)(&lock) == thrd_success && WRAP(mtx_lock)(&lock) == thrd_success);
  as_thread(OTHER);
  CHECK(WRAP(mtx_trylock)(&lock) == thrd_busy);
}

// --- signals

static int handled;

static void handle(int signal) { handled = signal; }

static void send_to_one(void) {
  as_thread(OTHER);
  WRAP(pthread_kill)(handle_of(&threads[ONE]), SIGUSR1);
}

static void test_signals(void) {
  begin_test("signals");
  as_thread(ONE);
  WRAP(signal)(SIGUSR2, handle);
  WRAP(raise)(SIGUSR2);
  CHECK(handled == SIGUSR2 && event_count == 0);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  WRAP(pthread_sigmask)(SIG_BLOCK, &set, NULL);
  int signal = 0;
  while_blocked = send_to_one;
  CHECK(WRAP(sigwait)(&set, &signal) == 0 && signal == SIGUSR1);
  CHECK(recorded[0].kind == READ && recorded[0].modes == LOOKS);
  CHECK(recorded[1].kind == UNPARK && recorded[1].modes == SHARES && recorded[1].target == ONE);
  CHECK(LAST.kind == PARK && LAST.object == recorded[1].object);
  WRAP(pthread_sigmask)(SIG_BLOCK, &set, NULL);
  CHECK(LAST.kind == WRITE && LAST.modes == WRITES && LAST.object == recorded[0].object);
  CHECK(WRAP(pthread_sigmask)(77, &set, NULL) == EINVAL);
  TRY(WRAP(pthread_kill)(handle_of(&threads[OTHER]), SIGUSR2));
  CHECK(outcome == WAS_REFUSED);
  CHECK_FAILS(WRAP(raise)(SIGTERM), "signal 15");
}

int main(void) {
  test_normal_mutex();
  test_findings_of_mutexes();
  test_kinds_of_mutexes();
  test_robust_mutex();
  test_timed_lock();
  test_condition();
  test_several_waiters();
  test_findings_of_conditions();
  test_destroyed_conditions();
  test_timed_wait();
  test_cancelled_wait();
  test_rwlock();
  test_spin_lock();
  test_barrier();
  test_semaphore();
  test_once();
  test_threads();
  test_cancellation();
  test_keys();
  test_c11();
  test_signals();
  return 0;
}
