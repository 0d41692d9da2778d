/* Time, choices to wait no longer, and random numbers. */
#include <errno.h>
#include <sys/time.h>
#include <time.h>

#include "cancel.h"
#include "control.h"
#include "fake_scheduler.h"
#include "random.h"

time_t WRAP(time)(time_t *);
int WRAP(clock_gettime)(clockid_t, struct timespec *);
int WRAP(gettimeofday)(struct timeval *, void *);
clock_t WRAP(clock)(void);
int WRAP(nanosleep)(const struct timespec *, struct timespec *);
int WRAP(clock_nanosleep)(clockid_t, int, const struct timespec *, struct timespec *);
unsigned WRAP(sleep)(unsigned);
int WRAP(usleep)(unsigned);
int WRAP(sched_yield)(void);
int WRAP(rand)(void);
long WRAP(random)(void);
void WRAP(srand)(unsigned);
double WRAP(drand48)(void);
void WRAP(srand48)(long);
ssize_t WRAP(getrandom)(void *, size_t, unsigned);

void cancel_point(void) {}

enum { BEGIN = 1735689600 };

static int64_t nanos_now(void) {
  struct timespec now;
  CHECK(WRAP(clock_gettime)(CLOCK_MONOTONIC, &now) == 0);
  return now.tv_sec * 1000000000ll + now.tv_nsec;
}

static void test_looks(void) {
  begin_test("every execution begins at the same time");
  time_t stored;
  CHECK(WRAP(time)(&stored) == BEGIN && stored == BEGIN);
  struct timeval day;
  CHECK(WRAP(gettimeofday)(&day, NULL) == 0 && day.tv_sec == BEGIN);
  CHECK(nanos_now() == 1000000000000ll + 3);
  CHECK(nanos_now() == 1000000000000ll + 4);
  CHECK(WRAP(clock)() == 0);
  CHECK(event_count == 0);
  struct timespec unused;
  errno = 0;
  CHECK(WRAP(clock_gettime)(99, &unused) == -1 && errno == EINVAL);
  as_thread(2);
  CHECK(nanos_now() == 1000000000000ll + 1);
}

static void test_many_looks(void) {
  begin_test("who looks again and again gets there");
  int64_t end = nanos_now() + 1000000000ll;
  int looks = 0;
  while (nanos_now() < end) {
    CHECK(++looks < 30000);
  }
}

static void test_sleeps(void) {
  begin_test("to sleep is to give way, and then it is later");
  int64_t before = nanos_now();
  struct timespec half = {0, 500000000}, rest = {7, 7};
  CHECK(WRAP(nanosleep)(&half, &rest) == 0 && rest.tv_sec == 0 && rest.tv_nsec == 0);
  CHECK(event_count == 1 && LAST.kind == YIELD && LAST.object == NONE && LAST.modes == 0);
  CHECK(WRAP(sleep)(2) == 0 && WRAP(usleep)(10) == 0 && event_count == 3);
  CHECK(nanos_now() == before + 2500000000ll + 10000 + 1);
  struct timespec bad = {0, 1000000000};
  CHECK(WRAP(nanosleep)(&bad, NULL) == -1 && errno == EINVAL && event_count == 3);
  CHECK(WRAP(clock_nanosleep)(CLOCK_REALTIME, 0, &bad, NULL) == EINVAL);
  struct timespec until = {BEGIN + 100, 0};
  CHECK(WRAP(clock_nanosleep)(CLOCK_REALTIME, TIMER_ABSTIME, &until, NULL) == 0);
  CHECK(WRAP(time)(NULL) == BEGIN + 100 && event_count == 4);
  CHECK(WRAP(sched_yield)() == 0 && event_count == 5);
  struct timespec for_ever = {INT64_MAX, 0};
  CHECK(WRAP(nanosleep)(&for_ever, NULL) == 0 && nanos_now() > 0 && WRAP(time)(NULL) > BEGIN);
}

static void test_deadlines(void) {
  begin_test("how long it is until a time");
  struct timespec later = {BEGIN + 1, 500}, past = {BEGIN - 5, 0}, never = {INT64_MAX, 0};
  CHECK(nanos_until(&later, CLOCK_REALTIME) == 1000000500);
  CHECK(nanos_until(&past, CLOCK_REALTIME) == 0);
  CHECK(nanos_until(&never, CLOCK_REALTIME) > 1000000000000000ll);
  struct timespec monotonic = {1001, 0};
  CHECK(nanos_until(&monotonic, CLOCK_MONOTONIC) == 1000000000);
  time_passes(self, 600000000);
  CHECK(nanos_until(&monotonic, CLOCK_MONOTONIC) == 400000000);
}

static void test_patience(void) {
  begin_test("nobody chooses if nobody may");
  shared->early_timeouts = shared->spurious_wakeups = 0;
  CHECK(!gives_up_early() && !wakes_up_early() && event_count == 0);
  begin_test("who may, chooses, so often and no more");
  shared->early_timeouts = 2;
  shared->spurious_wakeups = 1;
  label_to_choose = 1;
  CHECK(gives_up_early() && offered == 2);
  CHECK(LAST.kind == CHOICE && LAST.label == 1 && LAST.object == NONE && LAST.modes == 0);
  label_to_choose = 0;
  CHECK(!gives_up_early() && LAST.label == 0);
  label_to_choose = NONE;
  CHECK(!gives_up_early() && LAST.label == 0 && event_count == 3);
  label_to_choose = 1;
  CHECK(gives_up_early() && event_count == 4);
  CHECK(!gives_up_early() && event_count == 4);
  label_to_choose = 2;
  CHECK(wakes_up_early() && LAST.label == 2 && !wakes_up_early() && event_count == 5);
  as_thread(2);
  CHECK(wakes_up_early() && event_count == 6);
}

static void test_random(void) {
  begin_test("random numbers are those of the library in the main thread");
  srandom(1);
  int first = WRAP(rand)();
  CHECK(first == random());
  srandom(42);
  WRAP(srand)(42);
  CHECK(WRAP(rand)() == random() && WRAP(random)() == random());
  srand48(5);
  WRAP(srand48)(5);
  double same = drand48();
  CHECK(!(WRAP(drand48)() < same) && !(WRAP(drand48)() <= 0));
  uint64_t bytes[2];
  CHECK(WRAP(getrandom)(bytes, 16, 0) == 16);
  begin_test("the same in the next execution, whatever other threads do");
  as_thread(3);
  WRAP(srand)(9);
  int of_other = WRAP(rand)();
  as_thread(MAIN);
  CHECK(WRAP(rand)() == first && of_other != first);
  uint64_t again[2];
  CHECK(WRAP(getrandom)(again, 16, 0) == 16 && memcmp(bytes, again, 16) == 0);
  as_thread(3);
  CHECK(random_word() != bytes[0]);
}

static void test_inheritance(void) {
  begin_test("a thread begins with the seed of its maker");
  WRAP(srand)(7);
  random_inherit(&threads[4]);
  WRAP(srand)(8);
  as_thread(4);
  int number = WRAP(rand)();
  begin_test("whatever the maker does later");
  WRAP(srand)(7);
  random_inherit(&threads[4]);
  as_thread(4);
  CHECK(WRAP(rand)() == number);
  begin_test("another seed, other numbers");
  WRAP(srand)(8);
  random_inherit(&threads[4]);
  as_thread(4);
  CHECK(WRAP(rand)() != number);
}

int main(void) {
  setenv("CLEW_SHARED", "a test", 1);
  CHECK(is_controlled());
  test_looks();
  test_many_looks();
  test_sleeps();
  test_deadlines();
  test_patience();
  test_random();
  test_inheritance();
  return 0;
}
