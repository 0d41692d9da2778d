/*
 * Signals that a program sends to itself.
 *
 * Handlers are remembered, not installed. A signal to the own thread runs its handler at once. A
 * signal to another thread is one for which that thread waits (sigwait): it is a permit, so one
 * kind of signal can be pending for a thread at a time. Handlers that would interrupt another
 * thread are refused.
 */
#include "signals.h"
#include "library_calls.h"

#include <unistd.h>

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

uint64_t *signals_mask_of(int thread) {
  if (thread == MAIN) {
    return &mask_of_main;
  }
  if (masks[thread].execution != execution) {
    masks[thread].execution = execution;
    masks[thread].mask = 0;
  }
  return &masks[thread].mask;
}

uint64_t *signals_own_mask(void) { return signals_mask_of(is_under_way() ? self->number : MAIN); }

void signals_begin_thread(const struct thread *child) {
  *signals_mask_of(child->number) = *signals_own_mask();
}

// --- delivery

static bool is_ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH;
}

bool signal_is_ignored(int signal) {
  return actions[signal].handler == SIG_IGN ||
         (actions[signal].handler == SIG_DFL && is_ignored_by_default(signal));
}

bool signal_has_handler(int signal) {
  return actions[signal].handler != SIG_DFL && actions[signal].handler != SIG_IGN;
}

static void run_handler(int signal, siginfo_t *info, void *context) {
  struct action action = actions[signal];
  uint64_t before = *signals_own_mask();
  *signals_own_mask() |= action.mask | ((action.flags & SA_NODEFER) != 0 ? 0 : signal_bit(signal));
  if ((action.flags & SA_RESETHAND) != 0) {
    actions[signal].handler = SIG_DFL;
  }
  if ((action.flags & SA_SIGINFO) != 0) {
    ((void (*)(int, siginfo_t *, void *))(void *)action.handler)(signal, info, context);
  } else {
    action.handler(signal);
  }
  *signals_own_mask() = before;
}

void signal_deliver(int signal) {
  if (signal_is_ignored(signal)) {
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
           signal_words(signal));
  }
  fail(CRASH, "the program is ended by signal %d (%s)", signal, signal_words(signal));
}

void signals_deliver_pending(void) {
  for (uint64_t ready; (ready = self->signals & ~*signals_own_mask()) != 0;) {
    self->signals &= ~signal_bit(lowest_signal(ready));
    signal_deliver(lowest_signal(ready));
  }
}

bool signals_handle_fault(int signal, void *info, void *context) {
  if (!signal_has_handler(signal)) {
    return false;
  }
  run_handler(signal, info, context);
  return true;
}

// --- what to do about signals

WRAPPED(int, sigaction, int signal, const struct sigaction *action, struct sigaction *old) {
  COUNTED(OUT(old) IN(action));
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
  COUNTED(OUT(old) IN(stack));
  if (old != NULL) {
    *old = handler_stack;
  }
  if (stack != NULL) {
    handler_stack = *stack;
  }
  return 0;
}

/* That a thread blocks other signals matters to those who send it some. */
static void tell_change(void) {
  int object = is_under_way() ? signals_mask_object(self->number) : NONE;
  if (object != NONE && is_visible(object)) {
    stand(WRITE, object, NULL);
    record(WRITE, object, WRITES);
  }
}

static int change_mask(int how, const sigset_t *set, sigset_t *old) {
  if (old != NULL) {
    set_bits(old, *signals_own_mask());
  }
  if (set == NULL) {
    return 0;
  }
  if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) {
    return EINVAL;
  }
  uint64_t bits = bits_of(set);
  tell_change();
  switch (how) {
  case SIG_BLOCK:
    *signals_own_mask() |= bits;
    break;
  case SIG_UNBLOCK:
    *signals_own_mask() &= ~bits;
    break;
  default:
    *signals_own_mask() = bits;
    break;
  }
  if (is_under_way()) {
    signals_deliver_pending();
  }
  return 0;
}

WRAPPED(int, pthread_sigmask, int how, const sigset_t *set, sigset_t *old) {
  COUNTED(OUT(old) IN(set));
  return change_mask(how, set, old);
}

WRAPPED(int, sigprocmask, int how, const sigset_t *set, sigset_t *old) {
  COUNTED(OUT(old) IN(set));
  int error = change_mask(how, set, old);
  errno = error == 0 ? errno : error;
  return error == 0 ? 0 : -1;
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
