/* Who goes on where the schedule leaves it open: as the policy says, but nobody that sleeps. */
#include "schedule.h"
#include "scheduler.h"

static uint32_t below(uint32_t bound) { /* SplitMix64 */
  schedule.random_state += 0x9E3779B97F4A7C15ull;
  uint64_t z = schedule.random_state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  z ^= z >> 31;
  return (uint32_t)(((z >> 32) * bound) >> 32);
}

/* Whether a thread that can go on may be chosen: its operation is unknown, or awake. */
static bool is_ready(const struct thread *t) {
  return t->phase == LOCAL ? is_awake_with(t->number, NONE) : is_awake(t);
}

static int thread_after(int last) {
  for (int i = 1; i < thread_end; i++) {
    int t = (last + i) % thread_end;
    if (is_enabled(&threads[t]) && is_ready(&threads[t])) {
      return t;
    }
  }
  return NONE;
}

static int lowest_thread(void) {
  bool any = false;
  for (int t = 0; t < thread_end; t++) {
    if (is_enabled(&threads[t])) {
      any = true;
      if (is_ready(&threads[t])) {
        return t;
      }
    }
  }
  return !any && is_time_passing() ? CLOCK : NONE;
}

/* Whether a thread waits for the end of one that may come to it without a further operation. */
static bool is_perhaps_joinable(const struct thread *t) {
  return t->phase == STANDING && t->kind == JOIN && threads[t->join_target].phase == LOCAL &&
         is_awake_with(t->join_target, NONE);
}

/* Who runs on is not preempted: before another one goes on it must be known to be blocked. */
static int run_on(int last) {
  if (UNLIKELY(schedule.run_length >= schedule.long_run)) {
    int other = thread_after(last);
    if (other != NONE) {
      return other;
    }
  }
  const struct thread *same = &threads[last];
  if (is_enabled(same) && (same->phase == LOCAL || is_awake(same))) {
    return last;
  }
  return is_perhaps_joinable(same) ? same->join_target : lowest_thread();
}

static int any_thread(void) {
  int32_t awake[MAX_THREADS];
  int count = 0;
  bool any = false;
  for (int t = 0; t < thread_end; t++) {
    if (is_enabled(&threads[t])) {
      any = true;
      if (threads[t].phase == LOCAL) {
        return t;
      }
      if (is_awake(&threads[t])) {
        awake[count++] = t;
      }
    }
  }
  int chosen = CLOCK;
  if (count > 0) {
    chosen = awake[below((uint32_t)count)];
    is_awake(&threads[chosen]);
  } else if (any || !is_time_passing()) {
    return NONE;
  }
  if (schedule.label_count > 1) {
    schedule.label = schedule.labels[below((uint32_t)schedule.label_count)];
  }
  return chosen;
}

/* The strongest mode that an operation of a kind may turn out to have. */
static int strongest_mode(int kind) {
  switch (kind) {
  case READ:
  case IS_ALIVE:
    return MODE_READ;
  case UNPARK:
  case RELEASE:
  case READ_LOCK:
  case READ_UNLOCK:
  case TRY_READ_LOCK:
    return MODE_SHARE;
  case JOIN:
  case YIELD:
  case CHOICE:
  case TIMEOUT:
  case PASS:
    return MODE_NONE;
  default:
    return MODE_WRITE;
  }
}

static int picked_thread(void) {
  int local = any_local();
  if (local != NONE) {
    return local;
  }
  struct offer *offers = shared_at(shared->offers_at);
  uint32_t count = 0;
  for (int t = 0; t < thread_end; t++) {
    if (is_enabled(&threads[t])) {
      offers[count++] = (struct offer){t, threads[t].object, strongest_mode(threads[t].kind)};
    }
  }
  if (count == 0 && !is_time_passing()) {
    return NONE;
  }
  int chosen = CLOCK;
  if (count > 0) {
    shared->offers = count;
    chosen = ask(PICK_THREAD);
    is_awake(&threads[chosen]);
  }
  if (schedule.label_count > 1) {
    shared->offers = (uint32_t)schedule.label_count;
    schedule.label = schedule.labels[ask(PICK_OPTION)];
  }
  return chosen;
}

int choose(int last) {
  sleeping.saw_one = false;
  switch (schedule.policy) {
  case RANDOM:
    return any_thread();
  case PICKED:
    return picked_thread();
  default:
    return run_on(last);
  }
}
