package dev.clew.report.story;

import dev.clew.trace.Dependence;
import dev.clew.trace.EnclosingCall;
import dev.clew.trace.Failure;
import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Trace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says why what a blocked thread waits for never comes. */
final class StuckThread {
  private static final String NOTHING_MORE = "nothing can end that any more";

  private final Trace trace;
  private final PendingOperations pending;
  private final Names names;
  private final Places places;

  StuckThread(Reenactment reenactment, Places places) {
    this.trace = reenactment.trace();
    this.pending = trace.pending();
    this.names = reenactment.names();
    this.places = places;
  }

  /** The reason why the p-th blocked thread cannot go on. */
  String reason(int p) {
    int object = pending.object(p);
    EnclosingCall call = names.callAroundBlocked(pending.thread(p));
    if (call != null && !call.isOnItsOwn()) {
      return whyInside(call, object);
    }
    return switch (OpKind.of(pending.kind(p))) {
      case REACQUIRE ->
          Relevance.isInWaitSet(pending, p)
              ? whyNotNotified(pending.thread(p), pending.target(p))
              : whyHeld(object);
      case LOCK, READ_LOCK, WRITE_LOCK -> whyHeld(object);
      case PARK -> whyParked(pending.thread(p));
      case JOIN -> whyNotEnded(pending.target(p));
      case ACQUIRE ->
          names.isLatch(object)
              ? whyLatched(object, pending.amount(p))
              : names.isQueue(object) ? whyQueued(pending.amount(p)) : whyNoPermits(object);
      case PASS -> whyNotOpen(pending.thread(p));
      case READ, WRITE, READ_MODIFY_WRITE, COMPARE_AND_SET, UNLOCK, TRY_LOCK -> NOTHING_MORE;
      case WAIT, NOTIFY, NOTIFY_ALL, CANCEL_WAIT, UNPARK, INTERRUPT, TEST_INTERRUPT -> NOTHING_MORE;
      case YIELD -> "a round of the loop changes nothing, and nobody is left who would";
      case START, END, IS_ALIVE, CHOICE, TIMEOUT, TRY_ACQUIRE, RELEASE -> NOTHING_MORE;
      case TRY_READ_LOCK, READ_UNLOCK, TRY_WRITE_LOCK, WRITE_UNLOCK, ARRIVE -> NOTHING_MORE;
    };
  }

  private String whyNotNotified(int thread, int condition) {
    int wait = lastOf(thread, OpKind.WAIT);
    int missed = -1;
    int stolen = -1;
    for (int i = 0; i < trace.size(); i++) {
      OpKind kind = OpKind.of(trace.kind(i));
      boolean notifies = kind == OpKind.NOTIFY || kind == OpKind.NOTIFY_ALL;
      if (notifies && trace.object(i) == condition) {
        missed = i < wait && trace.before(i) == 0 ? i : missed;
        stolen = i > wait ? i : stolen;
      }
    }
    String object = names.object(condition);
    if (stolen >= 0 && trace.label(stolen) >= 0) {
      String woken = names.thread(trace.label(stolen));
      return the(OpKind.NOTIFY) + who(stolen) + " woke " + woken + " instead, and no other follows";
    }
    if (missed >= 0) {
      return the(OpKind.NOTIFY)
          + who(missed)
          + " came before the wait, when nobody waited, and was lost; no other follows";
    }
    return "no thread " + names.wakeWords().notifies() + " " + object + " after that";
  }

  /** The words before who did an operation of a kind. */
  private String the(OpKind kind) {
    return "the " + names.verb(kind) + " of ";
  }

  private String whyHeld(int lock) {
    List<Holds.Hold> holders = Holds.after(trace, trace.size()).on(lock);
    if (holders.isEmpty()) {
      return NOTHING_MORE;
    }
    Holds.Hold hold = holders.get(0);
    String holder = names.thread(hold.thread());
    String since = places.mention(hold.event());
    String lockSince = " holds it since " + since + " and ";
    for (Failure failure : trace.failures()) {
      if (failure.thread() == hold.thread()) {
        return holder + lockSince + "failed at " + places.phrase(failure.position());
      }
    }
    return holder + lockSince + (isBlocked(hold.thread()) ? "is stuck too" : "has ended");
  }

  private String whyParked(int thread) {
    int unparks = 0;
    int parks = 0;
    int last = -1;
    for (int i = 0; i < trace.size(); i++) {
      OpKind kind = OpKind.of(trace.kind(i));
      if (kind == OpKind.UNPARK && trace.target(i) == thread) {
        unparks++;
        last = i;
      } else if (kind == OpKind.PARK && trace.thread(i) == thread) {
        parks++;
      }
    }
    if (unparks > parks) {
      return "it was "
          + names.wakeWords().unparked()
          + " "
          + Phrases.count(unparks, "time")
          + ", the last time by "
          + who(last)
          + ", but they do not add up: all that came before one "
          + names.verb(OpKind.PARK)
          + " count as one";
    }
    return unparks == 0
        ? "no thread " + names.wakeWords().unparks()
        : "what "
            + who(last)
            + " did let an earlier "
            + names.verb(OpKind.PARK)
            + " go on, and no other follows";
  }

  private String whyNotEnded(int thread) {
    if (isIdle(thread)) {
      return "that thread waits for work, and nobody tells it to end";
    }
    return isBlocked(thread) ? "that thread is stuck too" : "that thread was never started";
  }

  /** Why a call of a library does not come back. */
  private String whyInside(EnclosingCall call, int object) {
    int runner = runnerOf(call.object());
    if (runner >= 0) {
      return names.thread(runner) + " runs it and is stuck too";
    }
    String pool = poolWithTasksLeft();
    if (!pool.isEmpty()) {
      return "tasks still wait in " + pool + ", and all its threads are stuck";
    }
    if (!names.isLatch(object)) {
      return NOTHING_MORE;
    }
    String whole = call.object().isEmpty() ? "it" : call.object();
    if (call.method().equals("awaitTermination")) {
      boolean isShutDown = isCalled(call.object(), "shutdown", "shutdownNow", "close");
      return isShutDown ? "not all of its threads can end" : "nobody shuts " + whole + " down";
    }
    return "no thread is left to complete " + whole;
  }

  /** The blocked thread that runs a task, -1 if there is none. */
  private int runnerOf(String task) {
    for (int i = trace.size() - 1; i >= 0; i--) {
      EnclosingCall call = names.callAround(i);
      if (call != null
          && call.method().equals("run")
          && call.object().equals(task)
          && isBlocked(trace.thread(i))) {
        return trace.thread(i);
      }
    }
    return Trace.NONE;
  }

  private boolean isCalled(String object, String... methods) {
    for (int i = 0; i < trace.size(); i++) {
      EnclosingCall call = names.callAround(i);
      if (call != null
          && call.object().equals(object)
          && List.of(methods).contains(call.method())) {
        return true;
      }
    }
    return false;
  }

  /** A pool in which more tasks were put than its threads took; empty if there is none. */
  private String poolWithTasksLeft() {
    Map<String, Integer> left = new LinkedHashMap<>();
    for (int i = 0; i < trace.size(); i++) {
      EnclosingCall call = names.callAround(i);
      if (call != null && !names.isLatch(trace.object(i)) && !call.object().isEmpty()) {
        OpKind kind = OpKind.of(trace.kind(i));
        boolean isEnd = call.method().startsWith("shutdown") || call.method().equals("close");
        if (kind == OpKind.RELEASE && !isEnd) {
          left.merge(call.object(), trace.amount(i), Integer::sum);
        } else if (kind == OpKind.ACQUIRE && call.isOnItsOwn()) {
          left.merge(call.object(), -trace.amount(i), Integer::sum);
        }
      }
    }
    return left.entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("");
  }

  private boolean isIdle(int thread) {
    for (int p = 0; p < pending.size(); p++) {
      if (pending.thread(p) == thread && pending.isIdle(p)) {
        return true;
      }
    }
    return false;
  }

  private String whyNoPermits(int semaphore) {
    for (int i = trace.size() - 1; i >= 0; i--) {
      if (trace.object(i) == semaphore) {
        boolean changes = Dependence.first(trace.modes(i)) != Dependence.READ;
        boolean gives = OpKind.of(trace.kind(i)) == OpKind.RELEASE;
        int change = changes ? trace.amount(i) : 0;
        int left = trace.before(i) + (gives ? change : -change);
        return "it has " + (left == 0 ? "none" : left) + ", and no thread is left to release more";
      }
    }
    return "there are not as many, and no thread releases any";
  }

  private static String whyQueued(int amount) {
    return amount < 0
        ? "it is full, and no thread is left to take an element"
        : "it is empty, and no thread is left to put an element";
  }

  private String whyLatched(int latch, int count) {
    int counted = 0;
    for (int i = 0; i < trace.size(); i++) {
      boolean counts = trace.object(i) == latch && OpKind.of(trace.kind(i)) == OpKind.RELEASE;
      counted += counts ? 1 : 0;
    }
    return "it was "
        + (counted == 0 ? "never counted down" : "counted down " + Phrases.count(counted, "time"))
        + ", of "
        + count
        + " that it takes, and no thread is left to do it";
  }

  private String whyNotOpen(int thread) {
    int arrival = lastOf(thread, OpKind.ARRIVE);
    if (arrival < 0 || names.isQueue(trace.object(arrival))) {
      return "no other thread comes to end that";
    }
    int arrived = 0;
    for (int i = 0; i < trace.size(); i++) {
      if (trace.object(i) == trace.object(arrival) && OpKind.of(trace.kind(i)) == OpKind.ARRIVE) {
        arrived = trace.before(i) + 1;
      }
    }
    return arrived + " arrived, and no other thread will";
  }

  private int lastOf(int thread, OpKind kind) {
    int i = trace.size() - 1;
    while (i >= 0 && !(trace.thread(i) == thread && OpKind.of(trace.kind(i)) == kind)) {
      i--;
    }
    return i;
  }

  private boolean isBlocked(int thread) {
    for (int p = 0; p < pending.size(); p++) {
      if (pending.thread(p) == thread) {
        return true;
      }
    }
    return false;
  }

  private String who(int event) {
    return names.thread(trace.thread(event)) + places.bracket(event);
  }
}
