/*
 * Threads that compute without end and do nothing another thread could notice. A timer that counts
 * the time of the processor looks whether there was an operation since it looked last; so a process
 * that is stopped or has to wait for a processor does not count.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include "protocol_calls.h"
#include "restart.h"
#include "runtime.h"

enum { TICK_MILLIS = 100 };

extern const char code_start[] __asm__("__start_clew_text");
extern const char code_end[] __asm__("__stop_clew_text");

static KEEP uint32_t seen_execution;
static KEEP int seen_events;
static KEEP int idle_ticks, most_ticks;
static KEEP pid_t engine;

static bool is_in_runtime(const ucontext_t *context) {
  uintptr_t pc = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
  return pc >= (uintptr_t)code_start && pc < (uintptr_t)code_end;
}

static void on_tick(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)info;
  if (getppid() != engine) {
    leave_process(0); /* nobody waits for this any more */
  }
  if (execution != seen_execution || event_count != seen_events || !is_active) {
    seen_execution = execution;
    seen_events = event_count;
    idle_ticks = 0;
    return;
  }
  idle_ticks++;
  if (idle_ticks >= most_ticks && !is_in_runtime(context)) {
    idle_ticks = 0;
    fail(HANG, "the thread computes without end: no operation that another thread could notice"
               " for %d s", most_ticks * TICK_MILLIS / 1000);
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
  struct timeval tick = {.tv_usec = TICK_MILLIS * 1000};
  struct itimerval timer = {.it_interval = tick, .it_value = tick};
  setitimer(ITIMER_PROF, &timer, NULL);
}
