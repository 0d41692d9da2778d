/*
 * Random numbers: fixed sequences, one for each thread, so that no thread changes what another one
 * gets. The functions of C and POSIX give the main thread what the library would give it after the
 * same call of srand; other threads have sequences of their own, from the seed of their maker.
 */
#include "random.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "control.h"
#include "library_calls.h"
#include "wrapper.h"

enum { STATE_SIZE = 128 };

/* What the library keeps for all threads together. */
struct sequences {
  uint32_t of_execution; /* in which these are set */
  unsigned seed;
  bool has_random, has_drand48;
  struct random_data random;
  struct drand48_data drand48;
  char state[STATE_SIZE];
};

static KEEP struct sequences all[MAX_THREADS];

// --- sequences

static struct sequences *sequences_of(int number) {
  struct sequences *own = &all[number];
  if (own->of_execution != execution) {
    own->of_execution = execution;
    own->seed = 1 + (unsigned)number * 2654435761u;
    own->has_random = own->has_drand48 = false;
  }
  return own;
}

/* For a call that draws a number, or says which come next. */
static struct sequences *own_sequences(void) {
  changes_outside();
  return sequences_of(self == NULL ? MAIN : self->number);
}

static void set_seed(struct sequences *own, unsigned seed) {
  own->seed = seed;
  own->has_random = false;
}

/* A thread begins with a sequence that depends on what its maker was given as a seed. */
void random_inherit(struct thread *child) {
  if (self != NULL) {
    unsigned seed = own_sequences()->seed;
    set_seed(sequences_of(child->number), seed + (unsigned)child->number * 2654435761u);
  }
}

static long next_random(void) {
  struct sequences *own = own_sequences();
  if (!own->has_random) {
    own->has_random = true;
    memset(&own->random, 0, sizeof own->random);
    initstate_r(own->seed, own->state, STATE_SIZE, &own->random);
  }
  int32_t result;
  random_r(&own->random, &result);
  return result;
}

uint64_t random_word(void) { /* SplitMix64, from the number of the thread */
  static KEEP uint64_t before_main;
  uint64_t *state = self == NULL ? &before_main : &self->random;
  if (*state == 0) {
    *state = 0x636c6577 + (self == NULL ? 0 : (uint64_t)self->number) * 0xD1342543DE82EF95ull;
  }
  changes_outside();
  *state += 0x9E3779B97F4A7C15ull;
  uint64_t word = *state;
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ull;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EBull;
  return word ^ (word >> 31);
}

void random_fill(void *into, size_t size) {
  for (char *at = into; size > 0;) {
    uint64_t word = random_word();
    size_t part = size < sizeof word ? size : sizeof word;
    memcpy(at, &word, part);
    at += part;
    size -= part;
  }
}

// --- rand and random

WRAPPER(int, rand, void) { return (int)next_random(); }

WRAPPER(long, random, void) { return next_random(); }

WRAPPER(void, srand, unsigned seed) { set_seed(own_sequences(), seed); }

WRAPPER(void, srandom, unsigned seed) { set_seed(own_sequences(), seed); }

/* The state is kept apart for each thread; that of the program stays as it is. */
WRAPPER(char *, initstate, unsigned seed, char *state, size_t size) {
  COUNTED(OUT_BYTES(state, size));
  if (size < 8) {
    errno = EINVAL;
    return NULL;
  }
  set_seed(own_sequences(), seed);
  return state;
}

WRAPPER(char *, setstate, char *state) {
  COUNTED(OUT_BYTES(state, 8));
  return state;
}

// --- drand48 and its kin

static struct drand48_data *own_drand48(void) {
  struct sequences *own = own_sequences();
  if (!own->has_drand48) {
    own->has_drand48 = true;
    memset(&own->drand48, 0, sizeof own->drand48);
    if (self != NULL && self->number != MAIN) {
      srand48_r((long)own->seed, &own->drand48);
    }
  }
  return &own->drand48;
}

WRAPPER(double, drand48, void) {
  double result;
  drand48_r(own_drand48(), &result);
  return result;
}

WRAPPER(long, lrand48, void) {
  long result;
  lrand48_r(own_drand48(), &result);
  return result;
}

WRAPPER(long, mrand48, void) {
  long result;
  mrand48_r(own_drand48(), &result);
  return result;
}

WRAPPER(double, erand48, unsigned short state[3]) {
  COUNTED(OUT_BYTES(state, 3 * sizeof *state));
  double result;
  erand48_r(state, own_drand48(), &result);
  return result;
}

WRAPPER(long, nrand48, unsigned short state[3]) {
  COUNTED(OUT_BYTES(state, 3 * sizeof *state));
  long result;
  nrand48_r(state, own_drand48(), &result);
  return result;
}

WRAPPER(long, jrand48, unsigned short state[3]) {
  COUNTED(OUT_BYTES(state, 3 * sizeof *state));
  long result;
  jrand48_r(state, own_drand48(), &result);
  return result;
}

WRAPPER(void, srand48, long seed) {
  srand48_r(seed, own_drand48());
  own_sequences()->seed = (unsigned)seed;
}

WRAPPER(unsigned short *, seed48, unsigned short state[3]) {
  COUNTED(IN_BYTES(state, 3 * sizeof *state));
  struct drand48_data *data = own_drand48();
  seed48_r(state, data);
  return data->__old_x;
}

WRAPPER(void, lcong48, unsigned short parameters[7]) {
  COUNTED(IN_BYTES(parameters, 7 * sizeof *parameters));
  lcong48_r(parameters, own_drand48());
}

// --- from the system

WRAPPER(ssize_t, getrandom, void *into, size_t size, unsigned flags) {
  COUNTED(OUT_BYTES(into, size));
  if (!is_controlled()) {
    return REAL(getrandom)(into, size, flags);
  }
  random_fill(into, size);
  return (ssize_t)size;
}

WRAPPER(int, getentropy, void *into, size_t size) {
  COUNTED(OUT_BYTES(into, size));
  if (!is_controlled()) {
    return REAL(getentropy)(into, size);
  }
  if (size > 256) {
    errno = EIO;
    return -1;
  }
  random_fill(into, size);
  return 0;
}

WRAPPER(uint32_t, arc4random, void) { return (uint32_t)random_word(); }

WRAPPER(void, arc4random_buf, void *into, size_t size) {
  COUNTED(OUT_BYTES(into, size));
  random_fill(into, size);
}

WRAPPER(uint32_t, arc4random_uniform, uint32_t bound) {
  return bound == 0 ? 0 : (uint32_t)(((random_word() >> 32) * bound) >> 32);
}

/* std::random_device asks the processor. */
WRAPPER(unsigned, _ZNSt13random_device9_M_getvalEv, void *device) {
  (void)device;
  return (unsigned)random_word();
}
