/*
 * What the parts of the runtime share: threads, the execution under way, and the calls by which
 * the model of a primitive does its operations.
 *
 * The program and the runtime are one process, linked statically. All threads of the program run
 * on one real thread, one at a time, each with a stack and thread-local storage of its own. After
 * an execution the memory of the program is put back; what is marked KEEP stays.
 */
#ifndef CLEW_RUNTIME_H
#define CLEW_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "names.h"
#include "protocol.h"
#include "wrapper.h"

/* A variable of the runtime that is not put back between executions. */
#define KEEP __attribute__((section("clew_keep")))

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

enum {
  MAX_THREADS = 256,
  MAX_KEYS = 128,
};

/* The memory of thread t: REGION_BASE + t * REGION_SIZE, first the stack, then its heap. */
#define REGION_BASE 0x100000000000ull
#define REGION_SIZE 0x100000000ull
#define STACK_SIZE 0x4000000ull /* 64 MB of addresses; what is not used takes no memory */
/* At the end of a region, where threads.c has what it needs, thread-local storage too. */
#define STORAGE_SIZE 0x100000u
/* What thread t maps goes to MAPS_BASE + t * MAPS_SIZE and behind (maps.c). */
#define MAPS_BASE (REGION_BASE + MAX_THREADS * REGION_SIZE)
#define MAPS_SIZE 0x400000000ull
#define ALL_MAPS (MAX_THREADS * MAPS_SIZE)
/* Where the words of the command line and of the environment are: the clock has no heap. */
#define WORDS_BASE (REGION_BASE + CLOCK * REGION_SIZE + STACK_SIZE)
/* Where the executable is loaded, with its data: below this address. */
#define LOW_END 0x100000000ull

struct thread;

/* Whether the operation at which a thread stands can be done. */
typedef bool gate(const struct thread *);

enum phase { ABSENT, LOCAL, STANDING, ENDED };

/* Spans of time, as dev.clew.jvm.run.Spans: a few, the last ones become one if there are more. */
enum { MOST_SPANS = 8 };
struct spans {
  int count;
  int64_t begins[MOST_SPANS], ends[MOST_SPANS];
};

struct thread {
  int number;
  enum phase phase;

  /* the operation at which it stands */
  int kind, object, amount;
  gate *gate;
  bool is_timed, gave_up;
  int64_t deadline; /* when a timed operation gives up */
  bool is_sleeping; /* until the clock gets there */
  int position;     /* where it stands; -1 unless details are recorded */
  int (*options)(const struct thread *, int32_t *into); /* alternatives, ascending; NULL if none */
  int join_target;

  /* waits at conditions and barriers */
  int waits_at; /* the condition or barrier, NONE if nothing or if the wait is over */
  int ender;    /* the event that ended the last wait */
  bool was_notified;
  int effects;      /* how much it changed so far */
  uint64_t holds;   /* the sum of what it took and did not give back */
  unsigned outside; /* how often it changed what is not in the memory of the program */
  bool is_spinning; /* goes round in a loop for nothing */
  bool is_for_time; /* and no time was found at which it ends */
  bool is_watched;  /* what others change meanwhile is noted (spins.c) */
  unsigned places;  /* at how many it was: some are remembered (spins.c) */
  void *waits_for; /* the mutex a wait gives back, or what a gate looks at */

  /* switching */
  void *stack_pointer;
  uintptr_t thread_pointer; /* the fs base */

  /* what the program knows */
  void *(*start)(void *);
  void *argument, *result;
  bool is_detached, is_joined, is_exiting;
  bool has_halted; /* it ended the program: it does nothing more, and never ends */
  bool has_left;   /* the main thread: it has ended for others, and waits for them (exits.c) */
  bool is_last;    /* and all others have ended: whoever comes now knows of its end */
  int rounds;      /* how often it slept or yielded */
  unsigned children;
  bool cancel_disabled, cancel_asynchronous, cancel_requested;
  bool heeds_cancel;      /* a cancellation ends the operation at which it stands */
  bool gave_up_cancelled; /* the operation gave up because of a cancellation, not of time */
  bool looks_again;       /* it gave up only to look whether it was cancelled */
  void *cleanups;
  const void *values[MAX_KEYS];
  int64_t time; /* how much time has passed for it, in nanoseconds */
  unsigned looks_at_clock;
  unsigned looks_in_vain; /* how often it found nothing changed since, in a loop that looks at it */
  int64_t looks_since;
  unsigned early_timeouts, spurious_wakeups;
  uint64_t random;
  uint64_t signals; /* pending ones */
  struct spans short_sleeps; /* when it slept for a short time */
  struct spans due_times;    /* when what it waited for was due */

  /* the life of what is on its stack (lifetimes.c) */
  uintptr_t touched_low; /* nobody told of an access below, but of frames that were left */
  bool is_leaving;       /* all functions of the program have returned */
  bool is_gone;          /* its stack and its thread-local storage are nobody's any more */

  /* races: what it knows of the others */
  uint32_t clock[MAX_THREADS];
  uint32_t acquired[MAX_THREADS]; /* by relaxed loads, for fences */
  uint32_t fenced[MAX_THREADS];   /* at the last release fence */
  bool has_acquired, has_fenced;
};

/* --- the execution under way (scheduler.c) */

extern KEEP struct shared *shared;
extern KEEP struct thread threads[MAX_THREADS];
extern KEEP struct thread *self; /* who has the turn; NULL while the runtime itself runs */
extern KEEP bool is_active;      /* an execution is under way and the program has control */
extern KEEP int thread_end;      /* no thread with this number or a higher one was there yet */
extern KEEP int event_count;     /* of this execution */
extern KEEP uint32_t execution;  /* its number, from 1 */
extern KEEP bool is_exiting;     /* the program may end; threads that are left run on */
extern KEEP bool records_details;

/*
 * The thread that has the turn changes what the program can find again and is not in its memory: a
 * position in a file, a descriptor, the next random number. No round in which it does is idle.
 */
static inline void changes_outside(void) {
  if (self != NULL) {
    self->outside++;
  }
}

/* The running thread ends a short sleep early, or comes to what is due at a time (overlaps.c). */
void note_short_sleep(int64_t deadline);
void note_wait(int64_t deadline);

/* A sleep or a yield: whether it is to be recorded (rounds.c). */
bool begin_round(int64_t nanos);

/* Stands at an operation until it is to be done. A gate of NULL is always open. */
void stand(int kind, int object, gate *gate);
/* The same for one that gives up when nothing else can run; whether it did not. */
bool stand_timed(int kind, int object, gate *gate, int64_t nanos);
bool stand_until(int kind, int object, gate *gate, int64_t deadline);
/* The alternative to take by the operation stood at last, negative if any. */
int chosen_label(void);

/* Records an operation of the thread that has the turn; NAME is the column. Returns its index. */
int record(int kind, int object, int modes);
int record_event(struct event event); /* thread, position and value are filled in */
struct event event_of(int kind, int object, int modes); /* nothing in the other columns */

/* Ends the execution: does not come back. */
_Noreturn void end_execution(enum ending ending);
/* The thread that has the turn does nothing more. */
_Noreturn void end_thread(void);
/* The program cannot be controlled; text says why and what to do. */
_Noreturn void refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));
/*
 * A thread failed; it ends. The others go on, also where the process would end: what they do could
 * have come before.
 */
_Noreturn void fail(enum failure_kind kind, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Something is wrong, the thread goes on. */
void note_failure(enum failure_kind kind, int position, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Executions so far told less than they should: the search starts again. */
void reveal(int object);
void start_again(void);
void note_feature(enum feature feature);

/* --- numbers (numbers.c) */

int thread_number(int maker, int ordinal, uintptr_t start);
int object_number(const volatile void *address, uint32_t size, enum matter matter);
int value_code(uint64_t value); /* equal values have equal codes */
bool is_visible(int object);
int place_here(void); /* a source position: where the program called the runtime, and its callers */
int place_of(uintptr_t pc); /* one of which nothing but the address is known */

/* --- threads and switching (threads.c, switch.S, storage.c) */

struct thread *new_thread(int number, void *(*start)(void *), void *argument);
void switch_to(int next);         /* NONE: to the runtime */
char *region_of(int thread);

/* --- races (clocks.c, shadow.c) */

/* What operations order is taken from their kinds when they are recorded; models need not care. */
void clocks_begin_process(void);
void clocks_begin_execution(void);
void clocks_observe(const struct event *event);
void clocks_tell(struct thread *waiter); /* a thread that waits learns what this one knows */
void clocks_forget(int object);          /* nobody learns any more what it was told so far */
void clocks_load(int object, bool acquires); /* atomics say themselves what they order */
void clocks_store(int object, bool releases, bool goes_on);
void clocks_fence(bool acquires, bool releases);

void shadow_begin_process(void);
void shadow_begin_execution(void);
/* An access of the program; pc is where. Those to visible locations are operations. */
void access_memory(const volatile void *address, size_t size, bool writes, uintptr_t pc);
/* The same in parts: all of them are one access, writes first. */
void access_begins(void);
void access_further(const volatile void *address, size_t size, bool writes, uintptr_t pc);
/* Does the operation of an access that may write up to so many bytes; how many is told later. */
void access_ahead(const volatile void *address, size_t size);
/* Whether others had the turn since this was asked last, so that what it touches may be changed. */
bool access_has_stood(void);
/* An access of an atomic, for races with accesses that are none. */
void access_atomically(const volatile void *address, size_t size, bool writes, uintptr_t pc);
/* The memory of a primitive is used, or made a new one: that races with uses that may come first. */
void memory_used(const volatile void *address, size_t size, uintptr_t pc);
void memory_initialised(const volatile void *address, size_t size, uintptr_t pc);
void memory_allocated(void *address, size_t size);
void memory_reopened(void *address, size_t size); /* of what was freed, or beside a block */
void memory_freed(void *address, size_t size, uintptr_t pc);
void memory_unmapped(void *address, size_t size, uintptr_t pc);

/* --- the life of local variables (lifetimes.c) */

/* A frame of the thread that has the turn is left: its part of the stack, and where. */
void frame_ends(uintptr_t from, uintptr_t to, uintptr_t pc);
/* The thread that has the turn ends, and with it its stack and its thread-local storage. */
void stack_ends(void);

/* --- heap (heap.c, leaks.c) */

void heap_begin_process(void);
void heap_begin_execution(void);
void heap_check_leaks(void);
bool allocation_at(const void *address, struct allocation *into);
int freed_position(const void *address); /* where the block at an address was freed */

/* --- times that threads were told (told.c) */

extern KEEP bool are_times_left_out; /* of the state of a thread that stopped */
/* A look at the clock was answered there. */
void time_was_told(const void *where, size_t size);
/* An access of the program; it does not come back if it reads what was left out. */
void told_touched(uintptr_t from, size_t size, bool writes);

/* --- waiting (patience.c, clock of the program: time.c) */

bool gives_up_early(void); /* by choice, as --timeouts any says */
bool wakes_up_early(void); /* by choice, as --spurious-wakeups says */
void time_begin_process(void);
void time_begin_execution(void);
#define LATEST (INT64_MAX / 4) /* no time comes after it: a sum of two must not run over */
int64_t shown(int64_t time);   /* what the clock shows of a time */
int64_t deadline_of(const struct thread *thread, int64_t nanos);
void time_passes(struct thread *thread, int64_t nanos); /* for it alone */
void sleep_for(int64_t nanos);
void clock_moves_to(int64_t time);
bool is_time_exact(void); /* whether all that is due at the same time ends together */
bool is_due(const struct thread *t);
void time_lets_go_on(struct thread *t);
int64_t nanos_until(const void *timespec, int clock_id);

/* --- files and output (files.c) */

void files_begin_process(void);
void files_begin_execution(void);
void files_end_execution(void);

/* --- restart (restart.c) */

void restart_prepare(void); /* remembers the memory of the program as it is now */
void restart(void);         /* and puts it back */
/* What was at an address of the program's data before main began; NULL if that is not known. */
const void *remembered(const volatile void *address);
/* The words of the command line and of the environment, with the arrays that name them. */
const void *words_begin(void);
size_t words_size(void);

#endif
