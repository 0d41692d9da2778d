/*
 * Signals that a program sends to itself.
 *
 * Handlers are remembered, not installed. A signal to the own thread runs its handler at once. A
 * signal to another thread is one for which that thread waits (sigwait): it is a permit, so one
 * kind of signal can be pending for a thread at a time. Handlers that would interrupt another
 * thread are refused.
 */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "primitives.h"

enum { FOR_EVER = -1 };

struct action {
  void (*handler)(int);
  int flags;
  uint64_t mask;
};

/* What the program does about signals; put back with its memory. */
static struct action actions[NSIG];
static uint64_t mask_of_main;
static stack_t handler_stack = {.ss_flags = SS_DISABLE};

/* The signals that other threads block; those of an earlier execution are none. */
static KEEP struct {
  uint32_t execution;
  uint64_t mask;
} masks[MAX_THREADS];

// --- sets

static uint64_t bit(int signal) { return 1ull << (signal - 1); }

static bool is_signal(int signal) { return signal > 0 && signal < NSIG; }

static uint64_t bits_of(const sigset_t *set) {
  uint64_t bits;
  memcpy(&bits, set, sizeof bits);
  return bits;
}

static void set_bits(sigset_t *set, uint64_t bits) {
  memset(set, 0, sizeof *set);
  memcpy(set, &bits, sizeof bits);
}

static uint64_t *mask_of(int thread) {
  if (thread == MAIN) {
    return &mask_of_main;
  }
  if (masks[thread].execution != execution) {
    masks[thread].execution = execution;
    masks[thread].mask = 0;
  }
  return &masks[thread].mask;
}

static uint64_t *own_mask(void) { return mask_of(is_under_way() ? self->number : MAIN); }

static int lowest(uint64_t bits) { return __builtin_ctzll(bits) + 1; }

void signals_begin_thread(const struct thread *child) {
  *mask_of(child->number) = *own_mask();
}

// --- delivery

static bool is_ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH;
}

static void run_handler(int signal, siginfo_t *info, void *context) {
  struct action action = actions[signal];
  uint64_t before = *own_mask();
  *own_mask() |= action.mask | ((action.flags & SA_NODEFER) != 0 ? 0 : bit(signal));
  if ((action.flags & SA_RESETHAND) != 0) {
    actions[signal].handler = SIG_DFL;
  }
  if ((action.flags & SA_SIGINFO) != 0) {
    ((void (*)(int, siginfo_t *, void *))(void *)action.handler)(signal, info, context);
  } else {
    action.handler(signal);
  }
  *own_mask() = before;
}

/* A signal that the thread does not block. */
static void deliver(int signal) {
  if (actions[signal].handler == SIG_IGN ||
      (actions[signal].handler == SIG_DFL && is_ignored_by_default(signal))) {
    return;
  }
  if (actions[signal].handler != SIG_DFL) {
    siginfo_t info = {.si_signo = signal, .si_code = SI_TKILL};
    info.si_pid = getpid();
    run_handler(signal, &info, NULL);
    return;
  }
  if (signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU) {
    refuse("the program stops itself by signal %d (%s), which is not supported", signal,
           strsignal(signal));
  }
  fail(CRASH, "the program is ended by signal %d (%s)", signal, strsignal(signal));
}

static void deliver_pending(void) {
  for (uint64_t ready; (ready = self->signals & ~*own_mask()) != 0;) {
    self->signals &= ~bit(lowest(ready));
    deliver(lowest(ready));
  }
}

bool signals_handle_fault(int signal, void *info, void *context) {
  if (actions[signal].handler == SIG_DFL || actions[signal].handler == SIG_IGN) {
    return false;
  }
  run_handler(signal, info, context);
  return true;
}

// --- signals for which threads wait

static int permit_of(int thread) { return own_object(thread, MATTER_SIGNALS); }

/* Makes a signal pending for a thread, by UNPARK. */
static void make_pending(struct thread *target, int signal) {
  int permit = permit_of(target->number);
  stand(UNPARK, permit, NULL);
  if ((target->signals & ~bit(signal)) != 0) {
    refuse("two kinds of signals (%d and %d) are pending for a thread at the same time, which is\n"
           "  not supported.  Send one after the other was taken by sigwait.",
           lowest(target->signals), signal);
  }
  target->signals |= bit(signal);
  struct event e = event_of(UNPARK, permit, SHARES);
  e.target = target->number;
  record_event(e);
}

static void send_to_other(struct thread *target, int signal) {
  bool is_blocked = (*mask_of(target->number) & bit(signal)) != 0;
  if (is_blocked) {
    make_pending(target, signal);
    return;
  }
  if (actions[signal].handler == SIG_IGN ||
      (actions[signal].handler == SIG_DFL && is_ignored_by_default(signal))) {
    return;
  }
  if (actions[signal].handler == SIG_DFL) {
    deliver(signal);
  }
  refuse("pthread_kill runs a handler of signal %d (%s) in another thread, which is not\n"
         "  supported.  Block the signal there and take it by sigwait.",
         signal, strsignal(signal));
}

static void send(struct thread *target, int signal) {
  if (target != self) {
    send_to_other(target, signal);
  } else if ((*own_mask() & bit(signal)) != 0) {
    make_pending(self, signal);
  } else {
    deliver(signal);
  }
}

static bool is_signalled(const struct thread *t) {
  return (t->signals & *(const uint64_t *)t->waits_for) != 0;
}

/* Waits for a signal of a set; the signal, 0 if the time ran out. */
static int take_signal(uint64_t set, int64_t nanos) {
  cancel_point();
  int permit = permit_of(self->number);
  self->waits_for = &set;
  if (!stand_cancellable(PARK, permit, is_signalled, nanos)) {
    return 0;
  }
  int signal = lowest(self->signals & set);
  self->signals &= ~bit(signal);
  record(PARK, permit, WRITES);
  return signal;
}

/* Takes a signal that is pending, without waiting. */
static int try_signal(uint64_t set) {
  int permit = permit_of(self->number);
  stand(READ_MODIFY_WRITE, permit, NULL);
  uint64_t ready = self->signals & set;
  struct event e = event_of(READ_MODIFY_WRITE, permit, WRITES);
  e.before = ready != 0;
  self->signals &= ~ready;
  record_event(e);
  return ready == 0 ? 0 : lowest(ready);
}

static int wait_in_time(const sigset_t *set, siginfo_t *info, const struct timespec *patience) {
  int64_t nanos = patience == NULL ? FOR_EVER
                                   : patience->tv_sec * NANOS_PER_SECOND + patience->tv_nsec;
  bool gives_up = nanos == 0;
  if (nanos > 0 && gives_up_early()) {
    time_passes(self, nanos);
    gives_up = true;
  }
  int signal = gives_up ? try_signal(bits_of(set)) : take_signal(bits_of(set), nanos);
  if (signal == 0) {
    errno = EAGAIN;
    return -1;
  }
  if (info != NULL) {
    *info = (siginfo_t){.si_signo = signal, .si_code = SI_TKILL};
  }
  return signal;
}

// --- what to do about signals

WRAPPED(int, sigaction, int signal, const struct sigaction *action, struct sigaction *old) {
  if (!is_signal(signal) || (action != NULL && (signal == SIGKILL || signal == SIGSTOP))) {
    errno = EINVAL;
    return -1;
  }
  struct action now = actions[signal];
  if (action != NULL) {
    actions[signal] =
        (struct action){action->sa_handler, action->sa_flags, bits_of(&action->sa_mask)};
  }
  if (old != NULL) {
    memset(old, 0, sizeof *old);
    old->sa_handler = now.handler;
    old->sa_flags = now.flags;
    set_bits(&old->sa_mask, now.mask);
  }
  return 0;
}

static sighandler_t set_handler(int signal, sighandler_t handler) {
  if (!is_signal(signal) || signal == SIGKILL || signal == SIGSTOP) {
    errno = EINVAL;
    return SIG_ERR;
  }
  sighandler_t old = actions[signal].handler;
  actions[signal] = (struct action){handler, SA_RESTART, 0};
  return old;
}

WRAPPED(sighandler_t, signal, int signal, sighandler_t handler) {
  return set_handler(signal, handler);
}

WRAPPED(sighandler_t, ssignal, int signal, sighandler_t handler) {
  return set_handler(signal, handler);
}

/* By this name programs call it that keep to the C standard. */
WRAPPED(sighandler_t, __sysv_signal, int signal, sighandler_t handler) {
  return set_handler(signal, handler);
}

/* The runtime has a stack for handlers of its own. */
WRAPPED(int, sigaltstack, const stack_t *stack, stack_t *old) {
  if (old != NULL) {
    *old = handler_stack;
  }
  if (stack != NULL) {
    handler_stack = *stack;
  }
  return 0;
}

static int change_mask(int how, const sigset_t *set, sigset_t *old) {
  if (old != NULL) {
    set_bits(old, *own_mask());
  }
  if (set == NULL) {
    return 0;
  }
  uint64_t bits = bits_of(set);
  switch (how) {
  case SIG_BLOCK:
    *own_mask() |= bits;
    break;
  case SIG_UNBLOCK:
    *own_mask() &= ~bits;
    break;
  case SIG_SETMASK:
    *own_mask() = bits;
    break;
  default:
    return EINVAL;
  }
  if (is_under_way()) {
    deliver_pending();
  }
  return 0;
}

WRAPPED(int, pthread_sigmask, int how, const sigset_t *set, sigset_t *old) {
  return change_mask(how, set, old);
}

WRAPPED(int, sigprocmask, int how, const sigset_t *set, sigset_t *old) {
  int error = change_mask(how, set, old);
  errno = error == 0 ? errno : error;
  return error == 0 ? 0 : -1;
}

WRAPPED(int, sigpending, sigset_t *set) {
  if (is_under_way()) {
    int permit = permit_of(self->number);
    stand(READ, permit, NULL);
    record(READ, permit, LOOKS);
  }
  set_bits(set, is_under_way() ? self->signals : 0);
  return 0;
}

// --- to send and to wait

int REAL(raise)(int signal);
int REAL(kill)(pid_t process, int signal);

WRAPPED(int, raise, int signal) {
  if (!is_under_way()) {
    return REAL(raise)(signal);
  }
  if (!is_signal(signal)) {
    errno = EINVAL;
    return -1;
  }
  send(self, signal);
  return 0;
}

WRAPPED(int, kill, pid_t process, int signal) {
  if (!is_under_way()) {
    return REAL(kill)(process, signal);
  }
  if (signal == 0 && process == getpid()) {
    return 0;
  }
  if (!is_signal(signal)) {
    errno = EINVAL;
    return -1;
  }
  if (process != getpid()) {
    refuse("kill sends a signal to another process, which is not supported");
  }
  if ((*own_mask() & bit(signal)) != 0) {
    refuse("kill sends a signal to the process that its thread blocks: which thread takes it is\n"
           "  not defined.  Send it to a thread by pthread_kill.");
  }
  deliver(signal);
  return 0;
}

WRAPPED(int, pthread_kill, pthread_t handle, int signal) {
  struct thread *target = is_under_way() ? thread_of(handle) : NULL;
  if (target == NULL) {
    return ESRCH;
  }
  if (signal == 0) {
    return 0;
  }
  if (!is_signal(signal)) {
    return EINVAL;
  }
  send(target, signal);
  return 0;
}

WRAPPED(int, sigwait, const sigset_t *set, int *signal) {
  if (!is_under_way()) {
    return EINVAL;
  }
  int taken = take_signal(bits_of(set), FOR_EVER);
  access_memory(signal, sizeof *signal, true, HERE);
  *signal = taken;
  return 0;
}

WRAPPED(int, sigwaitinfo, const sigset_t *set, siginfo_t *info) {
  return is_under_way() ? wait_in_time(set, info, NULL) : -1;
}

WRAPPED(int, sigtimedwait, const sigset_t *set, siginfo_t *info,
        const struct timespec *patience) {
  return is_under_way() ? wait_in_time(set, info, patience) : -1;
}

// --- what is refused

#define REFUSED(name)                                                                   \
  WRAPPED(long, name, void) {                                                           \
    refuse("the program calls " #name ", which is not supported.\n"                     \
           "  Use sigaction, pthread_sigmask, pthread_kill and sigwait.");              \
  }

REFUSED(killpg)
REFUSED(pthread_sigqueue)
REFUSED(sigblock)
REFUSED(sighold)
REFUSED(sigignore)
REFUSED(signalfd)
REFUSED(sigqueue)
REFUSED(sigrelse)
REFUSED(sigset)
REFUSED(sigsetmask)
REFUSED(tgkill)

WRAPPED(int, siginterrupt, int signal, int interrupts) {
  (void)signal;
  (void)interrupts;
  return 0;
}
