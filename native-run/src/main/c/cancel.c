/*
 * Cancellation, and what is cleaned up when a thread leaves before its end.
 *
 * To cancel a thread sets its status; the thread acts on it where it comes to a cancellation
 * point, which is an operation of its own. A thread that waits at a condition leaves the wait by
 * itself. Threads that can be cancelled at any time (PTHREAD_CANCEL_ASYNCHRONOUS) act at the same
 * points as others.
 *
 * Leaving runs what was pushed by pthread_cleanup_push and the destructors of C++, frame by frame.
 */
#include <setjmp.h>
#include <unwind.h>

#include "library_calls.h"
#include "primitives.h"

enum { PREVIOUS = 0 }; /* which of the words of a buffer names the one pushed before */

/* Of a thread that leaves; unwinding needs it until the end. */
static KEEP struct _Unwind_Exception leaving[MAX_THREADS];

// --- the status

int cancel_status_of(int thread) { return own_object(thread, MATTER_CANCEL); }

bool can_be_cancelled(const struct thread *t) {
  return t->cancel_requested && !t->cancel_disabled && !t->is_exiting;
}

_Noreturn void cancel_now(void) { unwind_and_leave(PTHREAD_CANCELED); }

void cancel_point(void) {
  if (self->cancel_disabled || self->is_exiting) {
    return;
  }
  int status = cancel_status_of(self->number);
  bool is_seen = is_visible(status);
  if (is_seen) {
    stand(TEST_INTERRUPT, status, NULL);
  }
  bool was_requested = self->cancel_requested;
  self->cancel_requested = false;
  if (is_seen) {
    struct event e = event_of(TEST_INTERRUPT, status, was_requested ? WRITES : LOOKS);
    e.before = e.value = was_requested;
    record_event(e);
  }
  if (was_requested) {
    cancel_now();
  }
}

/*
 * A thread that is blocked leaves no trace of having looked at its status. So a cancellation that
 * finds it blocked is explored as one that came just before it looked; two cases are left. If
 * nothing else can run, the cancellation ends the operation in the way in which time does. If time
 * has passed since the thread looked, it looks again.
 */
bool stand_cancellable(int kind, int object, gate *opens, int64_t nanos) {
  int64_t deadline = nanos >= 0 ? deadline_of(self, nanos) : 0;
  do {
    if (self->looks_again) {
      self->looks_again = false;
      cancel_point();
    }
    self->heeds_cancel = !self->cancel_disabled && !self->is_exiting;
    self->gave_up = self->gave_up_cancelled = false;
    if (nanos >= 0) {
      stand_until(kind, object, opens, deadline);
    } else {
      stand(kind, object, opens);
    }
    self->heeds_cancel = false;
  } while (self->looks_again);
  if (self->gave_up && self->gave_up_cancelled) {
    cancel_point();
  }
  return !self->gave_up;
}

static void cancel(struct thread *target) {
  int status = cancel_status_of(target->number);
  if (!is_visible(status)) {
    reveal(status);
  }
  stand(INTERRUPT, status, NULL);
  struct event e = event_of(INTERRUPT, status, WRITES);
  e.target = target->number;
  e.before = target->cancel_requested;
  target->cancel_requested = true;
  record_event(e);
}

// --- unwinding

static void caught(_Unwind_Reason_Code reason, struct _Unwind_Exception *exception) {
  (void)reason;
  (void)exception;
  fail(EXCEPTION, "a thread that was cancelled or exits caught that, and did not throw it again");
}

static _Noreturn void leave(void) {
  thread_ends();
  if (self->number == MAIN) {
    exit_after_others();
  }
  end_thread();
}

/* Called for each frame before its destructors run. */
static _Unwind_Reason_Code stop(int version, _Unwind_Action actions,
                                _Unwind_Exception_Class class, struct _Unwind_Exception *exception,
                                struct _Unwind_Context *context, void *nothing) {
  (void)version;
  (void)class;
  (void)exception;
  (void)nothing;
  bool is_end = (actions & _UA_END_OF_STACK) != 0;
  __pthread_unwind_buf_t *buffer = self->cleanups;
  if (buffer != NULL && (is_end || _Unwind_GetCFA(context) > (uintptr_t)buffer)) {
    self->cleanups = buffer->__pad[PREVIOUS];
    siglongjmp((void *)buffer, 1);
  }
  if (is_end) {
    leave();
  }
  return _URC_NO_REASON;
}

static _Noreturn void unwind(void) {
  struct _Unwind_Exception *exception = &leaving[self->number];
  exception->exception_class = 0;
  exception->exception_cleanup = caught;
  _Unwind_ForcedUnwind(exception, stop, NULL);
  leave(); /* a frame of which nothing is known */
}

_Noreturn void unwind_and_leave(void *result) {
  self->result = result;
  self->is_exiting = true;
  unwind();
}

// --- what pthread_cleanup_push and pthread_cleanup_pop call

void WRAP(__pthread_register_cancel)(__pthread_unwind_buf_t *buffer);
void WRAP(__pthread_register_cancel)(__pthread_unwind_buf_t *buffer) {
  if (is_under_way()) {
    buffer->__pad[PREVIOUS] = self->cleanups;
    self->cleanups = buffer;
  }
}

void WRAP(__pthread_unregister_cancel)(__pthread_unwind_buf_t *buffer);
void WRAP(__pthread_unregister_cancel)(__pthread_unwind_buf_t *buffer) {
  if (is_under_way()) {
    self->cleanups = buffer->__pad[PREVIOUS];
  }
}

_Noreturn WRAPPED(void, __pthread_unwind_next, __pthread_unwind_buf_t *buffer) {
  (void)buffer;
  unwind();
}

// --- the functions of the library

WRAPPED(int, pthread_cancel, pthread_t handle) {
  if (!is_under_way()) {
    return ESRCH;
  }
  struct thread *target = thread_of(handle);
  if (target == NULL) {
    return ESRCH;
  }
  cancel(target);
  return 0;
}

WRAPPED(int, pthread_setcancelstate, int state, int *old) {
  COUNTED(OUT(old));
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) {
    return EINVAL;
  }
  if (is_under_way()) {
    if (old != NULL) {
      *old = self->cancel_disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
    }
    self->cancel_disabled = state == PTHREAD_CANCEL_DISABLE;
  }
  return 0;
}

WRAPPED(int, pthread_setcanceltype, int type, int *old) {
  COUNTED(OUT(old));
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) {
    return EINVAL;
  }
  if (is_under_way()) {
    if (old != NULL) {
      *old = self->cancel_asynchronous ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
    }
    self->cancel_asynchronous = type == PTHREAD_CANCEL_ASYNCHRONOUS;
  }
  return 0;
}

WRAPPED(void, pthread_testcancel, void) {
  if (is_under_way()) {
    cancel_point();
  }
}
