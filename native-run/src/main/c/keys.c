/*
 * Values that each thread has for itself, and what is destroyed when a thread ends.
 *
 * A key is taken from a part of the table that depends on the thread that makes it: the same keys
 * come out in every interleaving, as long as there are not many.
 */
#include <limits.h>
#include <string.h>
#include <threads.h>

#include "library_calls.h"
#include "primitives.h"

enum { KEYS_FOR_THREAD = 8, MAX_OBJECTS = 1 << 12 };

/* What keys there are; put back with the memory of the program. */
static struct {
  bool is_used;
  void (*destroy)(void *);
} keys[MAX_KEYS];

/* The values of the main thread, which has some before main begins; put back as well. */
static const void *values_of_main[MAX_KEYS];

static const void **values(void) {
  return is_under_way() && self->number != MAIN ? self->values : values_of_main;
}

static bool is_key(unsigned key) { return key < MAX_KEYS && keys[key].is_used; }

static void forget_values(unsigned key) {
  values_of_main[key] = NULL;
  for (int t = 0; is_under_way() && t < thread_end; t++) {
    threads[t].values[key] = NULL;
  }
}

static int make_key(unsigned *key, void (*destroy)(void *)) {
  unsigned from = is_under_way() ? (unsigned)self->number * KEYS_FOR_THREAD : 0;
  for (unsigned i = 0; i < MAX_KEYS; i++) {
    unsigned k = (from + i) % MAX_KEYS;
    if (!keys[k].is_used) {
      keys[k].is_used = true;
      keys[k].destroy = destroy;
      forget_values(k);
      *key = k;
      return 0;
    }
  }
  return EAGAIN;
}

static void *value_of(unsigned key) {
  return is_key(key) ? (void *)(uintptr_t)values()[key] : NULL;
}

static int set_value(unsigned key, const void *value) {
  if (!is_key(key)) {
    return EINVAL;
  }
  values()[key] = value;
  return 0;
}

/* One round; whether it destroyed anything. */
static bool destroy_values(void) {
  bool any = false;
  for (unsigned k = 0; k < MAX_KEYS; k++) {
    void *value = (void *)(uintptr_t)values()[k];
    if (value != NULL && keys[k].is_used && keys[k].destroy != NULL) {
      values()[k] = NULL;
      keys[k].destroy(value);
      any = true;
    }
  }
  return any;
}

void run_key_destructors(void) {
  int rounds = 0;
  while (rounds < PTHREAD_DESTRUCTOR_ITERATIONS && destroy_values()) {
    rounds++;
  }
  if (self->number != MAIN) {
    memset(self->values, 0, sizeof self->values); /* what is left has leaked */
  }
}

WRAPPED(int, pthread_key_create, pthread_key_t *key, void (*destroy)(void *)) {
  COUNTED(OUT(key));
  return make_key(key, destroy);
}

/* Its other name, by which the library for C++ calls it. */
WRAPPED(int, __pthread_key_create, pthread_key_t *key, void (*destroy)(void *)) {
  return make_key(key, destroy);
}

WRAPPED(int, pthread_key_delete, pthread_key_t key) {
  if (!is_key(key)) {
    return EINVAL;
  }
  keys[key].is_used = false;
  return 0;
}

WRAPPED(void *, pthread_getspecific, pthread_key_t key) {
  return value_of(key);
}

WRAPPED(int, pthread_setspecific, pthread_key_t key, const void *value) {
  return set_value(key, value);
}

// --- the names of C11

WRAPPED(int, tss_create, unsigned *key, void (*destroy)(void *)) {
  COUNTED(OUT(key));
  return make_key(key, destroy) == 0 ? thrd_success : thrd_error;
}

WRAPPED(void, tss_delete, unsigned key) {
  if (is_key(key)) {
    keys[key].is_used = false;
  }
}

WRAPPED(void *, tss_get, unsigned key) { return value_of(key); }

WRAPPED(int, tss_set, unsigned key, void *value) {
  return set_value(key, value) == 0 ? thrd_success : thrd_error;
}

// --- thread-local objects of C++

struct local_object {
  void (*destroy)(void *);
  void *object;
  struct local_object *next; /* made before, destroyed after */
};

/* The objects of threads that have not ended; those of an earlier execution are none. */
static KEEP struct {
  uint32_t execution;
  struct local_object *last;
} local_objects[MAX_THREADS];
static KEEP struct local_object pool[MAX_OBJECTS];
static KEEP int pool_count;
static KEEP uint32_t pool_execution;

static struct local_object **objects_of_self(void) {
  int number = self->number;
  if (local_objects[number].execution != execution) {
    local_objects[number].execution = execution;
    local_objects[number].last = NULL;
  }
  return &local_objects[number].last;
}

static int destroy_later(void (*destroy)(void *), void *object) {
  if (!is_under_way()) {
    return 0; /* before main begins: such an object lives as long as the program */
  }
  if (pool_execution != execution) {
    pool_execution = execution;
    pool_count = 0;
  }
  if (pool_count == MAX_OBJECTS) {
    refuse("the program makes more than %d thread-local objects with destructors", MAX_OBJECTS);
  }
  changes_outside();
  struct local_object **last = objects_of_self();
  struct local_object *o = &pool[pool_count++];
  *o = (struct local_object){destroy, object, *last};
  *last = o;
  return 0;
}

bool has_thread_local_destructors(void) { return *objects_of_self() != NULL; }

void run_thread_local_destructors(void) {
  for (struct local_object *o; (o = *objects_of_self()) != NULL;) {
    *objects_of_self() = o->next;
    o->destroy(o->object);
  }
}

WRAPPED(int, __cxa_thread_atexit_impl, void (*destroy)(void *), void *object, void *library) {
  (void)library;
  return destroy_later(destroy, object);
}

WRAPPED(int, __cxa_thread_atexit, void (*destroy)(void *), void *object, void *library) {
  (void)library;
  return destroy_later(destroy, object);
}
