/*
 * Threads that compute without end and do nothing another thread could notice. A timer that counts
 * the time of the processor looks whether there was an operation since it looked last; so a process
 * that is stopped or has to wait for a processor does not count.
 *
 * A thread must not be taken out of the runtime in the middle of something, and a loop may spend
 * nearly all of its time there, for its accesses to memory. So a thread that has used up its time is
 * led step by step, by the trap flag of the processor, until it leaves the runtime.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include "protocol_calls.h"
#include "restart.h"
#include "runtime.h"

enum {
  TICK_MILLIS = 100,
  MOST_STEPS = 1000000, /* then it goes on until the next tick */
  STEPS_OUTSIDE = 1000, /* so many without the runtime: it computes by itself */
  TRAP_FLAG = 0x100,
};

extern const char code_start[] __asm__("__start_clew_text");
extern const char code_end[] __asm__("__stop_clew_text");

static KEEP uint32_t seen_execution;
static KEEP int seen_events;
static KEEP int idle_ticks, most_ticks;
static KEEP pid_t engine;

/* Of the steps after a thread has used up its time. */
static KEEP bool is_stepping;
static KEEP int steps;
static KEEP bool was_in_runtime, was_ever_in_runtime;
static KEEP uintptr_t last_stack;

static uintptr_t register_of(const ucontext_t *context, int name) {
  return (uintptr_t)context->uc_mcontext.gregs[name];
}

static bool is_in_runtime(const ucontext_t *context) {
  uintptr_t pc = register_of(context, REG_RIP);
  return pc >= (uintptr_t)code_start && pc < (uintptr_t)code_end;
}

/* Whether there was an operation since the last look. */
static bool was_operation(void) {
  if (execution == seen_execution && event_count == seen_events) {
    return false;
  }
  seen_execution = execution;
  seen_events = event_count;
  return true;
}

static _Noreturn void fail_by_hang(void) {
  idle_ticks = 0;
  is_stepping = false;
  fail(HANG, "the thread computes without end: no operation that another thread could notice"
             " for %d s", most_ticks * TICK_MILLIS / 1000);
}

static void step_on(ucontext_t *context, bool is_in) {
  was_in_runtime = is_in;
  was_ever_in_runtime |= is_in;
  last_stack = register_of(context, REG_RSP);
  context->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

/* After a step. A call by the runtime makes the stack longer, a return to the program does not. */
static void on_step(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)info;
  ucontext_t *machine = context;
  machine->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
  if (was_operation()) {
    idle_ticks = 0;
    is_stepping = false;
    return;
  }
  bool is_in = is_in_runtime(machine);
  bool has_left = was_in_runtime && !is_in && register_of(machine, REG_RSP) >= last_stack;
  steps++;
  if (is_active && (has_left || (!was_ever_in_runtime && steps == STEPS_OUTSIDE))) {
    fail_by_hang();
  }
  is_stepping = steps < MOST_STEPS;
  if (is_stepping) {
    step_on(machine, is_in);
  }
}

static void on_tick(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)info;
  if (getppid() != engine) {
    leave_process(0); /* nobody waits for this any more */
  }
  if (was_operation() || !is_active) {
    idle_ticks = 0;
    return;
  }
  idle_ticks++;
  if (idle_ticks >= most_ticks && !is_stepping) {
    is_stepping = true;
    steps = 0;
    was_ever_in_runtime = false;
    step_on(context, is_in_runtime(context));
  }
}

static void start_timer(void) {
  struct timeval tick = {.tv_usec = TICK_MILLIS * 1000};
  struct itimerval timer = {.it_interval = tick, .it_value = tick};
  setitimer(ITIMER_PROF, &timer, NULL);
}

/* Timers are not passed on. If the other process is gone already nobody waits for this one. */
void hangs_begin_fork(pid_t parent) {
  if (getppid() != parent) {
    leave_process(0);
  }
  if (most_ticks > 0) {
    engine = parent;
    start_timer();
  }
}

void hangs_begin_process(void) {
  const char *patience = getenv("CLEW_HANG");
  if (patience == NULL) {
    return;
  }
  engine = getppid();
  most_ticks = atoi(patience) / TICK_MILLIS + 1;
  struct sigaction action = {.sa_sigaction = on_tick,
                             .sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART};
  sigaction(SIGPROF, &action, NULL);
  action.sa_sigaction = on_step;
  sigaction(SIGTRAP, &action, NULL);
  start_timer();
}
