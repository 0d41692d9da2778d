/*
 * What threads know of each other, by vector clocks: which accesses synchronisation orders.
 *
 * This order is for data races only. It is weaker than the one the search uses, where every two
 * dependent operations are ordered: to signal a condition, for example, orders nothing by itself,
 * and a relaxed atomic neither.
 */
#include <string.h>
#include <sys/mman.h>

#include "numbers.h"
#include "runtime.h"

struct knowledge {
  uint32_t execution; /* in which it was written; older knowledge is none */
  int32_t head;       /* the thread whose release it is, and whose alone, NONE if of several */
  uint32_t time[MAX_THREADS];
};

/* What an object tells who acquires it, and what the readers of a lock tell the next writer. */
struct object_clocks {
  struct knowledge all, readers;
};

static KEEP struct object_clocks *clocks_of;

void clocks_begin_process(void) {
  size_t size = shared->object_capacity * sizeof(struct object_clocks);
  clocks_of = mmap(NULL, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (clocks_of == MAP_FAILED) {
    refuse("there is no memory for the clocks of the runtime");
  }
}

void clocks_begin_execution(void) {
  for (int t = 0; t < (int)shared->threads; t++) {
    memset(threads[t].clock, 0, shared->threads * sizeof(uint32_t));
    threads[t].clock[t] = 1;
    threads[t].has_acquired = threads[t].has_fenced = false;
  }
}

static void learn(uint32_t *to, const uint32_t *from) {
  for (int t = 0; t < thread_end; t++) {
    if (from[t] > to[t]) {
      to[t] = from[t];
    }
  }
}

static void acquire(uint32_t *clock, const struct knowledge *from) {
  if (from->execution == execution) {
    learn(clock, from->time);
  }
}

static void forget_others(struct knowledge *k) {
  if (k->execution != execution) {
    k->execution = execution;
    memset(k->time, 0, shared->thread_capacity < MAX_THREADS
                           ? shared->thread_capacity * sizeof(uint32_t)
                           : sizeof k->time);
  }
}

/* The knowledge becomes that of a clock, and no more. */
static void set(struct knowledge *k, const uint32_t *clock) {
  forget_others(k);
  memcpy(k->time, clock, (size_t)thread_end * sizeof(uint32_t));
}

/* The knowledge grows by that of a clock. */
static void add(struct knowledge *k, const uint32_t *clock) {
  forget_others(k);
  learn(k->time, clock);
}

static void tick(struct thread *t) { t->clock[t->number]++; }

void clocks_tell(struct thread *waiter) { learn(waiter->clock, self->clock); }

void clocks_forget(int object) { clocks_of[object].all.execution = 0; }

static bool is_done(const struct event *e) { return (e->modes & 3) != MODE_READ; }

void clocks_observe(const struct event *e) {
  struct thread *me = &threads[e->thread];
  struct object_clocks *of = e->object < 0 ? NULL : &clocks_of[e->object];
  switch (e->kind) {
  case LOCK:
  case TRY_LOCK:
  case REACQUIRE:
  case ACQUIRE:
  case TRY_ACQUIRE:
  case PARK:
  case TEST_INTERRUPT:
    if (is_done(e) && of != NULL) {
      acquire(me->clock, &of->all);
    }
    break;
  case UNLOCK:
  case WAIT:
  case WRITE_UNLOCK:
    set(&of->all, me->clock);
    tick(me);
    break;
  case RELEASE:
  case UNPARK:
  case INTERRUPT:
    if (of != NULL) {
      add(&of->all, me->clock);
      tick(me);
    }
    break;
  case READ_LOCK:
  case TRY_READ_LOCK:
    if (is_done(e)) {
      acquire(me->clock, &of->all);
    }
    break;
  case READ_UNLOCK:
    add(&of->readers, me->clock);
    tick(me);
    break;
  case WRITE_LOCK:
  case TRY_WRITE_LOCK:
    if (is_done(e)) {
      acquire(me->clock, &of->all);
      acquire(me->clock, &of->readers);
    }
    break;
  case ARRIVE:
    add(&of->all, me->clock);
    acquire(me->clock, &of->all);
    tick(me);
    break;
  case START:
    learn(threads[e->target].clock, me->clock);
    tick(me);
    break;
  case JOIN:
    learn(me->clock, threads[e->target].clock);
    break;
  case READ:
  case WRITE:
    if (object_with(e->object)->matter == MATTER_ONCE) {
      if (e->kind == READ) {
        acquire(me->clock, &of->all);
      } else {
        set(&of->all, me->clock);
        tick(me);
      }
    }
    break;
  default:
    break;
  }
}

// --- atomics and fences

void clocks_load(int object, bool acquires) {
  struct thread *me = self;
  if (acquires) {
    acquire(me->clock, &clocks_of[object].all);
    return;
  }
  if (!me->has_acquired) { /* a fence that comes later acquires it */
    me->has_acquired = true;
    memset(me->acquired, 0, sizeof me->acquired);
  }
  acquire(me->acquired, &clocks_of[object].all);
}

extern void *personality_of_cxx __asm__("__gxx_personality_v0") __attribute__((weak));

/*
 * Whether a relaxed store goes on with the release sequence that its own thread began: in C11 it
 * does, in C++ not since 2020. A program with a part in C++ is one in C++.
 */
static bool goes_on_with_its_own(const struct knowledge *k) {
  return &personality_of_cxx == NULL && k->execution == execution && k->head == self->number;
}

/* One that reads and writes goes on with the release sequence that it found. */
void clocks_store(int object, bool releases, bool goes_on) {
  struct thread *me = self;
  struct knowledge *k = &clocks_of[object].all;
  if (releases || me->has_fenced) {
    const uint32_t *clock = releases ? me->clock : me->fenced;
    if (goes_on) {
      bool is_first = k->execution != execution;
      k->head = is_first || k->head == me->number ? me->number : NONE;
      add(k, clock);
    } else {
      k->head = me->number;
      set(k, clock);
    }
    if (releases) {
      tick(me);
    }
  } else if (!goes_on && !goes_on_with_its_own(k)) {
    k->execution = 0; /* a relaxed store breaks off the release sequence */
  }
}

void clocks_fence(bool acquires, bool releases) {
  struct thread *me = self;
  if (acquires && me->has_acquired) {
    learn(me->clock, me->acquired);
  }
  if (releases) {
    memcpy(me->fenced, me->clock, sizeof me->fenced);
    me->has_fenced = true;
    tick(me);
  }
}
