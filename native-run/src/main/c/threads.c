/*
 * Threads of the program as contexts on one real thread. Each has a stack in its region and the
 * thread-local storage of a real thread that was made for it and sleeps: libc keeps errno and much
 * more there.
 */
#include <asm/prctl.h>
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "primitives.h"
#include "protocol_calls.h"
#include "random.h"
#include "runtime.h"
#include "threads.h"

#ifndef HWCAP2_FSGSBASE
#define HWCAP2_FSGSBASE (1 << 1)
#endif

enum {
  DESCRIPTOR_SIZE = 2304, /* of libc's description of a thread, above the storage */
  GUARD_SIZE = 1 << 16,
  DEFAULT_POOL = 16,
};

extern void clew_switch_stack(void **save, void *next);
extern void clew_begin_stack(void);
extern int REAL(pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static KEEP void *runtime_stack;
static KEEP bool has_fast_storage; /* the processor can switch it without the kernel */
static KEEP int pool_size;
static KEEP size_t storage_size;
static KEEP uintptr_t storage_of[MAX_THREADS];
static KEEP char *storage_copy;

char *region_of(int thread) { return (char *)(REGION_BASE + (uint64_t)thread * REGION_SIZE); }

// --- thread-local storage

static inline uintptr_t current_storage(void) {
  uintptr_t value;
  __asm__ volatile("movq %%fs:0, %0" : "=r"(value));
  return value;
}

static inline void use_storage(uintptr_t value) {
  if (LIKELY(has_fast_storage)) {
    __asm__ volatile("wrfsbase %0" ::"r"(value) : "memory");
  } else {
    syscall(SYS_arch_prctl, ARCH_SET_FS, value);
  }
}

static void *sleep_for_ever(void *slot) {
  __atomic_store_n((uintptr_t *)slot, current_storage(), __ATOMIC_SEQ_CST);
  for (;;) {
    syscall(SYS_pause);
  }
  return NULL;
}

static int add_storage_size(struct dl_phdr_info *info, size_t size, void *total) {
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type == PT_TLS) {
      size_t align = info->dlpi_phdr[i].p_align;
      *(size_t *)total += (info->dlpi_phdr[i].p_memsz + align - 1) & ~(align - 1);
    }
  }
  return 0;
}

static void make_storage(int number) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, region_of(number) + REGION_SIZE - STORAGE_SIZE, STORAGE_SIZE);
  if (REAL(pthread_create)(&thread, &attributes, sleep_for_ever, &storage_of[number]) != 0) {
    refuse("the runtime cannot make %d threads; raise 'ulimit -u'", pool_size);
  }
  while (__atomic_load_n(&storage_of[number], __ATOMIC_SEQ_CST) == 0) {
    __builtin_ia32_pause();
  }
}

void threads_begin_process(void) {
  const char *wanted = getenv("CLEW_THREADS");
  pool_size = wanted == NULL ? DEFAULT_POOL : atoi(wanted);
  pool_size = pool_size > MAX_THREADS ? MAX_THREADS : pool_size;
  has_fast_storage = (getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE) != 0;
  dl_iterate_phdr(add_storage_size, &storage_size);
  storage_of[MAIN] = current_storage();
  sigset_t all, before;
  memset(&all, 0xff, sizeof all); /* not by a name that a program may have */
  pthread_sigmask(SIG_SETMASK, &all, &before); /* those who sleep take no signals from the program */
  for (int t = CLOCK + 1; t < pool_size; t++) {
    make_storage(t);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Remembers the storage of all threads as it is before the program begins. */
void threads_remember(void) {
  size_t each = storage_size + DESCRIPTOR_SIZE;
  storage_copy = mmap(NULL, each * (size_t)pool_size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (storage_copy == MAP_FAILED) {
    refuse("there is no memory for the thread-local storage");
  }
  for (int t = 0; t < pool_size; t++) {
    if (storage_of[t] != 0) {
      memcpy(storage_copy + each * (size_t)t, (char *)storage_of[t] - storage_size,
             storage_size + (t == MAIN ? 0 : DESCRIPTOR_SIZE));
    }
  }
}

/* Puts back the storage of the threads that there were. */
void threads_put_back(void) {
  size_t each = storage_size + DESCRIPTOR_SIZE;
  for (int t = 0; t < thread_end; t++) {
    if (storage_of[t] != 0 && threads[t].phase != ABSENT) {
      memcpy((char *)storage_of[t] - storage_size, storage_copy + each * (size_t)t,
             storage_size + (t == MAIN ? 0 : DESCRIPTOR_SIZE));
    }
  }
}

/* Not what lies above it: the kernel writes the number of the processor there at any moment. */
void threads_storage(int thread, char **from, size_t *size) {
  *from = (char *)storage_of[thread] - storage_size;
  *size = storage_of[thread] == 0 ? 0 : storage_size;
}

// --- contexts

void threads_begin_execution(void) {
  for (int t = 0; t < thread_end; t++) {
    threads[t].phase = ABSENT;
  }
  thread_end = 0;
  self = NULL;
}

static void run_thread(struct thread *me) {
  is_active = true;
  me->result = me->start(me->argument);
  thread_ends();
  end_thread();
}

static void begin_stack(struct thread *t) {
  char *low = region_of(t->number);
  if (mprotect(low, GUARD_SIZE, PROT_NONE) != 0) {
    refuse("the runtime cannot make a stack for thread %d", t->number);
  }
}

struct thread *new_thread(int number, void *(*start)(void *), void *argument) {
  static KEEP bool has_stack[MAX_THREADS];
  if (number >= pool_size) {
    shared->offers = (uint32_t)number + 1;
    say_last(MORE_THREADS);
  }
  struct thread *t = &threads[number];
  /* Clocks are reset apart: only the part that is in use. */
  memset(t, 0, offsetof(struct thread, clock));
  t->number = number;
  t->phase = LOCAL;
  t->kind = t->object = t->waits_at = t->ender = t->join_target = t->position = NONE;
  t->start = start;
  t->argument = argument;
  random_inherit(t);
  t->thread_pointer = storage_of[number];
  t->touched_low = UINTPTR_MAX;
  t->clock[number] = t->clock[number] == 0 ? 1 : t->clock[number];
  if (!has_stack[number]) {
    has_stack[number] = true;
    begin_stack(t);
  }
  uint64_t *top = (uint64_t *)(region_of(number) + STACK_SIZE - 64);
  *--top = 0; /* so that the stack is aligned to 16 bytes where clew_begin_stack calls */
  *--top = 0;
  *--top = (uint64_t)clew_begin_stack;
  *--top = 0;                    /* rbp */
  *--top = 0;                    /* rbx */
  *--top = (uint64_t)run_thread; /* r12 */
  *--top = (uint64_t)t;          /* r13 */
  *--top = 0;                    /* r14 */
  *--top = 0;                    /* r15 */
  t->stack_pointer = top;
  thread_end = number >= thread_end ? number + 1 : thread_end;
  return t;
}

void switch_to(int next) {
  struct thread *me = self;
  void **save = me == NULL ? &runtime_stack : &me->stack_pointer;
  if (next == NONE) {
    is_active = false;
    self = NULL;
    use_storage(storage_of[MAIN]);
    clew_switch_stack(save, runtime_stack);
  } else {
    struct thread *other = &threads[next];
    self = other;
    use_storage(other->thread_pointer);
    clew_switch_stack(save, other->stack_pointer);
  }
  self = me;
}
