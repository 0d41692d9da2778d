/*
 * What synchronisation orders: random operations of some threads, compared with a graph of all of
 * them in which each edge is drawn by itself.
 */
#include "fake_scheduler.h"
#include "numbers.h"

enum { FIRST = 2, THREADS = 4, LOCKS = 2, ATOMICS = 2, STEPS = 60, ROUNDS = 4000 };
enum { MUTEX = 0, RWLOCK = LOCKS, SEMAPHORE = 2 * LOCKS, ATOMIC = 2 * LOCKS + 1 };

static struct object numbered[ATOMIC + ATOMICS];
static uint64_t seed;

struct object *object_with(int number) { return &numbered[number]; }

static unsigned draw(unsigned bound) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(seed >> 33) % bound;
}

// --- the oracle: for each node the set of those before it

static uint64_t before[STEPS];
static int node_count;
static int last_of[MAX_THREADS]; /* the last node of a thread, NONE if it has none */
static uint64_t released[ATOMIC + ATOMICS]; /* the nodes that an object passes on */
static uint64_t read_released[LOCKS];       /* and those of readers of a lock */
static uint64_t loaded[MAX_THREADS], fenced[MAX_THREADS];

static uint64_t with(int node) { return node == NONE ? 0 : before[node] | 1ull << node; }

static uint64_t all_of(uint64_t nodes) {
  uint64_t all = 0;
  for (int n = 0; n < node_count; n++) {
    all |= (nodes & 1ull << n) != 0 ? with(n) : 0;
  }
  return all;
}

/* A node of the thread that has the turn, after what it acquires. */
static int node_after(uint64_t acquired) {
  before[node_count] = with(last_of[self->number]) | all_of(acquired);
  last_of[self->number] = node_count;
  return node_count++;
}

// --- accesses, whose order is asked for

static struct {
  int node, thread;
  uint32_t time;
} accesses[STEPS];
static int access_count;

static void access_now(void) {
  int node = node_after(0);
  for (int i = 0; i < access_count; i++) {
    int other = accesses[i].thread;
    bool is_known = other == self->number || accesses[i].time <= self->clock[other];
    bool is_before = (before[node] & 1ull << accesses[i].node) != 0;
    if (is_known != is_before) {
      fprintf(stderr, "seed %llu: access %d of thread %d: known %d\n", (unsigned long long)seed, i,
              other, is_known);
      exit(1);
    }
  }
  accesses[access_count].node = node;
  accesses[access_count].thread = self->number;
  accesses[access_count++].time = self->clock[self->number];
}

// --- operations

static int owner[LOCKS], writer[LOCKS];
static bool reads[LOCKS][MAX_THREADS];
static bool has_begun[MAX_THREADS], has_ended[MAX_THREADS];

static void observe(int kind, int object, int modes, int target) {
  struct event e = event_of(kind, object, modes);
  e.target = target;
  clocks_observe(&e);
}

static void use_mutex(void) {
  int m = (int)draw(LOCKS);
  if (owner[m] == NONE) {
    node_after(released[MUTEX + m]);
    observe(draw(2) == 0 ? LOCK : TRY_LOCK, MUTEX + m, WRITES, NONE);
    owner[m] = self->number;
  } else if (owner[m] == self->number) {
    released[MUTEX + m] = 1ull << node_after(0);
    observe(draw(2) == 0 ? UNLOCK : WAIT, MUTEX + m, WRITES, NONE);
    owner[m] = NONE;
  } else { /* one that fails orders nothing */
    node_after(0);
    observe(TRY_LOCK, MUTEX + m, LOOKS, NONE);
  }
}

static bool is_read(int l) {
  for (int t = 0; t < MAX_THREADS; t++) {
    if (reads[l][t]) {
      return true;
    }
  }
  return false;
}

static void use_rwlock(void) {
  int l = (int)draw(LOCKS), object = RWLOCK + l;
  if (writer[l] == self->number) {
    released[object] = 1ull << node_after(0);
    observe(WRITE_UNLOCK, object, WRITES, NONE);
    writer[l] = NONE;
  } else if (reads[l][self->number]) {
    read_released[l] |= 1ull << node_after(0);
    observe(READ_UNLOCK, object, SHARES, NONE);
    reads[l][self->number] = false;
  } else if (writer[l] == NONE && draw(2) == 0) {
    node_after(released[object]);
    observe(READ_LOCK, object, SHARES, NONE);
    reads[l][self->number] = true;
  } else if (writer[l] == NONE && !is_read(l)) {
    node_after(released[object] | read_released[l]);
    observe(WRITE_LOCK, object, WRITES, NONE);
    writer[l] = self->number;
  }
}

static void use_semaphore(void) {
  if (draw(2) == 0) {
    released[SEMAPHORE] |= 1ull << node_after(0);
    observe(RELEASE, SEMAPHORE, SHARES, NONE);
  } else {
    node_after(released[SEMAPHORE]);
    observe(ACQUIRE, SEMAPHORE, WRITES, NONE);
  }
}

/* What a write of an atomic passes on: itself if it releases, else the last release fence. */
static uint64_t passed_on(int node, bool releases) {
  return releases ? 1ull << node : fenced[self->number];
}

static void use_atomic(void) {
  int object = ATOMIC + (int)draw(ATOMICS);
  bool acquires = draw(2) == 0, releases = draw(2) == 0;
  switch (draw(3)) {
  case 0:
    node_after(acquires ? released[object] : 0);
    loaded[self->number] |= acquires ? 0 : released[object];
    clocks_load(object, acquires);
    break;
  case 1:
    released[object] = passed_on(node_after(0), releases);
    clocks_store(object, releases, false);
    break;
  default: { /* one that reads and writes goes on with what it found */
    int node = node_after(acquires ? released[object] : 0);
    loaded[self->number] |= acquires ? 0 : released[object];
    released[object] |= passed_on(node, releases);
    clocks_load(object, acquires);
    clocks_store(object, releases, true);
  }
  }
}

static void fence(void) {
  bool acquires = draw(2) == 0, releases = draw(2) == 0;
  int node = node_after(acquires ? loaded[self->number] : 0);
  fenced[self->number] = releases ? 1ull << node : fenced[self->number];
  clocks_fence(acquires, releases);
}

static void begin_or_join(void) {
  int other = FIRST + (int)draw(THREADS);
  if (!has_begun[other]) {
    last_of[other] = node_after(0);
    observe(START, NONE, 0, other);
    has_begun[other] = true;
  } else if (has_ended[other]) {
    node_after(last_of[other] == NONE ? 0 : 1ull << last_of[other]);
    observe(JOIN, NONE, 0, other);
  } else if (self->number != FIRST && draw(4) == 0) {
    has_ended[self->number] = true;
  }
}

// --- rounds

static void begin(void) {
  execution++;
  node_count = access_count = 0;
  for (int t = 0; t < MAX_THREADS; t++) {
    last_of[t] = NONE;
    loaded[t] = fenced[t] = 0;
    has_begun[t] = t == FIRST;
    has_ended[t] = false;
  }
  memset(released, 0, sizeof released);
  memset(read_released, 0, sizeof read_released);
  memset(reads, 0, sizeof reads);
  for (int l = 0; l < LOCKS; l++) {
    owner[l] = writer[l] = NONE;
  }
  clocks_begin_execution();
}

static void step(void) {
  static void (*const kinds[])(void) = {access_now, access_now,    use_mutex,  use_rwlock,
                                        use_semaphore, use_atomic, use_atomic, fence,
                                        begin_or_join};
  as_thread(FIRST + (int)draw(THREADS));
  if (has_begun[self->number] && !has_ended[self->number]) {
    kinds[draw(sizeof kinds / sizeof *kinds)]();
  }
}

int main(void) {
  begin_test("what synchronisation orders");
  puts("compared with a graph of all operations");
  shared->threads = FIRST + THREADS;
  thread_end = FIRST + THREADS;
  clocks_begin_process();
  uint64_t asked = 0;
  for (int round = 0; round < ROUNDS; round++) {
    begin();
    seed = (uint64_t)round;
    while (node_count < STEPS - 2 && draw(200) != 0) {
      step();
    }
    asked += (uint64_t)access_count;
  }
  CHECK(asked > 5 * ROUNDS);
  return 0;
}
