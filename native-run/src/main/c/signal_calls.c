/* Signals that threads send, and for which they wait (sigwait): permits of the thread. */
#include <unistd.h>

#include "library_calls.h"
#include "signals.h"

enum { FOR_EVER = -1 };

static int permit_of(int thread) { return own_object(thread, MATTER_SIGNALS); }

/* Makes a signal pending for a thread, by UNPARK. */
static void make_pending(struct thread *target, int signal) {
  int permit = permit_of(target->number);
  stand(UNPARK, permit, NULL);
  if ((*signals_mask_of(target->number) & signal_bit(signal)) == 0) {
    refuse("a thread ceases to block signal %d while another one sends it, which is not supported",
           signal);
  }
  if ((target->signals & ~signal_bit(signal)) != 0) {
    refuse("two kinds of signals (%d and %d) are pending for a thread at the same time, which is\n"
           "  not supported.  Send one after the other was taken by sigwait.",
           lowest_signal(target->signals), signal);
  }
  target->signals |= signal_bit(signal);
  struct event e = event_of(UNPARK, permit, SHARES);
  e.target = target->number;
  record_event(e);
}

/* What the other thread blocks it may change at the same time: both are operations. */
static void send_to_other(struct thread *target, int signal) {
  int mask = signals_mask_object(target->number);
  if (!is_visible(mask)) {
    reveal(mask);
  }
  stand(READ, mask, NULL);
  record(READ, mask, LOOKS);
  bool is_blocked = (*signals_mask_of(target->number) & signal_bit(signal)) != 0;
  if (is_blocked) {
    make_pending(target, signal);
    return;
  }
  if (signal_is_ignored(signal)) {
    return;
  }
  if (!signal_has_handler(signal)) {
    signal_deliver(signal);
  }
  refuse("pthread_kill runs a handler of signal %d (%s) in another thread, which is not\n"
         "  supported.  Block the signal there and take it by sigwait.",
         signal, signal_words(signal));
}

static void send(struct thread *target, int signal) {
  if (target != self) {
    send_to_other(target, signal);
  } else if ((*signals_own_mask() & signal_bit(signal)) != 0) {
    make_pending(self, signal);
  } else {
    signal_deliver(signal);
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
  int signal = lowest_signal(self->signals & set);
  self->signals &= ~signal_bit(signal);
  record(PARK, permit, WRITES);
  return signal;
}

/* Takes a signal that is pending, without waiting. */
static int try_signal(uint64_t set) {
  int permit = permit_of(self->number);
  stand(READ_MODIFY_WRITE, permit, NULL);
  uint64_t ready = self->signals & set;
  int signal = ready == 0 ? 0 : lowest_signal(ready);
  struct event e = event_of(READ_MODIFY_WRITE, permit, WRITES);
  e.before = ready != 0;
  self->signals &= ready == 0 ? ~0ull : ~signal_bit(signal);
  record_event(e);
  return signal;
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
  if ((*signals_own_mask() & signal_bit(signal)) != 0) {
    refuse("kill sends a signal to the process that its thread blocks: which thread takes it is\n"
           "  not defined.  Send it to a thread by pthread_kill.");
  }
  signal_deliver(signal);
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
  COUNTED(IN(set));
  if (!is_under_way()) {
    return EINVAL;
  }
  int taken = take_signal(bits_of(set), FOR_EVER);
  access_memory(signal, sizeof *signal, true, HERE);
  *signal = taken;
  return 0;
}

WRAPPED(int, sigwaitinfo, const sigset_t *set, siginfo_t *info) {
  COUNTED(OUT(info) IN(set));
  return is_under_way() ? wait_in_time(set, info, NULL) : -1;
}

WRAPPED(int, sigtimedwait, const sigset_t *set, siginfo_t *info,
        const struct timespec *patience) {
  COUNTED(OUT(info) IN(set) IN(patience));
  return is_under_way() ? wait_in_time(set, info, patience) : -1;
}

WRAPPED(int, sigpending, sigset_t *set) {
  COUNTED(OUT(set));
  if (is_under_way()) {
    int permit = permit_of(self->number);
    stand(READ, permit, NULL);
    record(READ, permit, LOOKS);
  }
  set_bits(set, is_under_way() ? self->signals : 0);
  return 0;
}
