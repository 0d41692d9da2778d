/*
 * The end of the program: exit and its relatives, and the return from main.
 *
 * The end stops nobody and comes last: the other threads run on until they block or end, so that
 * nothing is lost that an end at another moment would show (docs/algorithms/ends.md). If something was
 * registered to be called at the end, who ends the program takes a lock that nobody gives back, so
 * that one only can be the first, and calls it. Then what was printed is written out. After that
 * the program may end. Whoever ended it does nothing more, but is no thread that has ended.
 */
#include <stdio.h>

#include "heap.h"
#include "primitives.h"
#include "schedule.h"
#include "scheduler.h"

enum { MAX_FUNCTIONS = 64 };

/* Put back with the memory of the program. */
static void (*quick_functions[MAX_FUNCTIONS])(void);
static int quick_count;
static bool has_quick_functions; /* also when they were called already */
static struct {
  void (*call)(int, void *);
  void *argument;
} exit_functions[MAX_FUNCTIONS];
static int exit_count;
static int registered; /* how many functions of the program are called at the end */
static int exit_status;
static bool is_finalised, has_returned;

extern int REAL(main)(int, char **, char **);

void __cxa_finalize(void *library);
int REAL(__cxa_atexit)(void (*call)(void *), void *argument, void *library);

extern void (*const __fini_array_start[])(void) __attribute__((visibility("hidden")));
extern void (*const __fini_array_end[])(void) __attribute__((visibility("hidden")));

enum { OF_COMPILER = 1 }; /* what it has called at every end */

/* Before the constructors of the program: what was registered so far is not of the program. */
void exits_begin_process(void) {
  registered = __fini_array_end - __fini_array_start > OF_COMPILER;
}

static bool is_left(const struct thread *t) { return t->phase == LOCAL || t->phase == STANDING; }

/* The thread that ends the program, and 1; 0 as long as nobody does. Put back with the memory. */
static int process_owner;

static bool is_process_free(const struct thread *t) {
  (void)t;
  return process_owner == 0;
}

/*
 * Makes this the thread that ends the program. If another one does this waits for ever. Where nothing
 * is called at the end nobody can tell who was the first.
 */
static void take_process(bool calls_functions) {
  if (!calls_functions || process_owner == self->number + 1) {
    return; /* a function that is called at the end calls exit */
  }
  int process = own_object(0, MATTER_PROCESS);
  stand(LOCK, process, is_process_free);
  process_owner = self->number + 1;
  record(LOCK, process, WRITES);
}

/* The program may end here, with a status; the thread that says so does nothing more. */
static _Noreturn void end_program(int status) {
  if (!is_exiting) {
    shared->exit_status = status;
  }
  if (status != 0) {
    /* Where main returned is not known any more. */
    bool is_return = has_returned && self->number == MAIN;
    int place = is_return ? place_of((uintptr_t)REAL(main) + 1) : place_here();
    note_failure(EXCEPTION, place, "the program exited with status %d", status);
  }
  is_exiting = true;
  finish_late_value();
  self->has_halted = true;
  for (;;) {
    stand_still(END, NONE, is_never);
  }
}

static _Noreturn void exit_program(int status) {
  take_process(registered > 0 || has_thread_local_destructors());
  exit_status = status & 0xff;
  run_thread_local_destructors();
  if (!is_finalised) {
    is_finalised = true;
    __cxa_finalize(NULL);
  }
  fflush(NULL);
  end_program(exit_status);
}

_Noreturn void program_returned(int status) {
  has_returned = true;
  exit_program(status);
}

/* The last one of the other threads that is left now, NONE if there is none. */
static int last_left(const struct thread *me) {
  int last = NONE;
  for (int t = 0; t < thread_end; t++) {
    last = &threads[t] != me && is_left(&threads[t]) ? t : last;
  }
  return last;
}

static bool have_others_ended(const struct thread *me) { return last_left(me) == NONE; }

/* Of all others one that is left now: who was there when the wait began differs within a class. */
int awaited_end(const struct thread *who) {
  return who->gate == have_others_ended ? last_left(who) : who->join_target;
}

/*
 * What the last thread does at its end the main thread does in its place, so that it is the same
 * one in every execution: it knows then what all others did, as if it had joined them. For others
 * it has ended: who joins it does so before that.
 */
_Noreturn void exit_after_others(void) {
  self->has_left = true;
  int last = last_left(self);
  self->join_target = last == NONE ? MAIN : last; /* who had better go on */
  for (int t = 0; t < thread_end; t++) {
    if (&threads[t] != self) {
      stand(JOIN, NONE, have_others_ended);
      if (threads[t].phase == ENDED) {
        struct event e = event_of(JOIN, NONE, 0);
        e.target = t;
        record_event(e);
      }
    }
  }
  self->is_last = true;
  exit_program(0);
}

// --- the functions of the library

_Noreturn void REAL(exit)(int status);
_Noreturn void REAL(_exit)(int status);
_Noreturn void REAL(quick_exit)(int status);

_Noreturn WRAPPED(void, exit, int status) {
  if (is_under_way()) {
    heap_note_exit();
    exit_program(status);
  }
  REAL(exit)(status);
}

_Noreturn WRAPPED(void, _exit, int status) {
  if (is_under_way()) {
    heap_note_exit();
    end_program(status & 0xff);
  }
  REAL(_exit)(status);
}

_Noreturn WRAPPED(void, _Exit, int status) {
  if (is_under_way()) {
    end_program(status & 0xff);
  }
  REAL(_exit)(status);
}

_Noreturn WRAPPED(void, quick_exit, int status) {
  if (!is_under_way()) {
    REAL(quick_exit)(status);
  }
  take_process(has_quick_functions);
  while (quick_count > 0) {
    quick_functions[--quick_count]();
  }
  end_program(status & 0xff);
}

WRAPPED(int, at_quick_exit, void (*call)(void)) {
  if (quick_count == MAX_FUNCTIONS) {
    return -1;
  }
  quick_functions[quick_count++] = call;
  has_quick_functions = true;
  return 0;
}

/* By this atexit and the destructors of C++ are registered, too. */
WRAPPED(int, __cxa_atexit, void (*call)(void *), void *argument, void *library) {
  registered++;
  return REAL(__cxa_atexit)(call, argument, library);
}

static void call_with_status(void *number) {
  uintptr_t i = (uintptr_t)number;
  exit_functions[i].call(exit_status, exit_functions[i].argument);
}

WRAPPED(int, on_exit, void (*call)(int, void *), void *argument) {
  if (exit_count == MAX_FUNCTIONS) {
    return -1;
  }
  exit_functions[exit_count].call = call;
  exit_functions[exit_count].argument = argument;
  return WRAP(__cxa_atexit)(call_with_status, (void *)(uintptr_t)exit_count++, NULL);
}

/* The frames stay known: threads that are left may still throw. */
WRAPPED(void *, __deregister_frame_info, const void *begin) {
  (void)begin;
  return NULL;
}
