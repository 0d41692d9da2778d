package dev.clew.explore.bounded;

import dev.clew.trace.Dependence;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Program;
import dev.clew.trace.Trace;
import java.util.Arrays;

/**
 * Whether threads can go on in a cut of a trace: a part of its events that contains everything that
 * happens before one of them.
 *
 * <p>A cut is the number of its events by thread. What a thread would do next in a cut is its next
 * event in the trace, or the operation that gave up or is pending there: what the thread knows is
 * the same. How the operation turns out may differ, and so does whether it can run: that is decided
 * by the events of the cut on its object. All these that matter are ordered with the operation, so
 * that the cut holds a prefix of them in the order of the trace.
 */
final class Standing {
  private static final int START = OpKind.START.code();
  private static final int LOCK = OpKind.LOCK.code();
  private static final int TRY_LOCK = OpKind.TRY_LOCK.code();
  private static final int REACQUIRE = OpKind.REACQUIRE.code();
  private static final int INTERRUPT = OpKind.INTERRUPT.code();
  private static final int READ = OpKind.READ.code();
  private static final int READ_MODIFY_WRITE = OpKind.READ_MODIFY_WRITE.code();
  private static final int UNPARK = OpKind.UNPARK.code();
  private static final int ACQUIRE = OpKind.ACQUIRE.code();
  private static final int TRY_ACQUIRE = OpKind.TRY_ACQUIRE.code();
  private static final int RELEASE = OpKind.RELEASE.code();
  private static final int READ_LOCK = OpKind.READ_LOCK.code();
  private static final int TRY_READ_LOCK = OpKind.TRY_READ_LOCK.code();
  private static final int READ_UNLOCK = OpKind.READ_UNLOCK.code();
  private static final int WRITE_LOCK = OpKind.WRITE_LOCK.code();
  private static final int TRY_WRITE_LOCK = OpKind.TRY_WRITE_LOCK.code();
  private static final int WRITE_UNLOCK = OpKind.WRITE_UNLOCK.code();
  private static final int WAIT = OpKind.WAIT.code();
  private static final int TIMEOUT = OpKind.TIMEOUT.code();

  private final Program program;
  private final Trace trace;
  private final HappensBefore order;

  /** The cut that is asked about. */
  private int[] cut = new int[0];

  private int[] closedAt = new int[16];
  private int closedStamp;

  Standing(Program program, Trace trace, HappensBefore order) {
    this.program = program;
    this.trace = trace;
    this.order = order;
  }

  /** Whether a thread can go on in a cut. */
  boolean canGoOn(int thread, int[] inCut) {
    cut = inCut;
    int done = cut[thread];
    boolean happened = done < order.count(thread);
    int event = happened ? order.eventOf(thread, done + 1) : -1;
    if (happened && trace.kind(event) == TIMEOUT) {
      return holdsPast(event);
    }
    int follows = happened ? order.predecessor(event) : order.nextPredecessor(thread);
    if (follows >= 0 && !holds(follows)) {
      return trace.kind(follows) != START && couldGiveUp(firstMissing(follows), thread);
    }
    return happened ? canHappen(event, thread) : isPendingAble(thread);
  }

  /** Whether nothing that happens before an event is missing in the cut. */
  private boolean holdsPast(int event) {
    int thread = trace.thread(event);
    for (int t = 0, threads = order.threads(); t < threads; t++) {
      if (t != thread && order.clock(event, t) > cut[t]) {
        return false;
      }
    }
    return true;
  }

  private boolean holds(int event) {
    return order.index(event) <= cut[trace.thread(event)];
  }

  /** The first timeout, of those that a thread went through one after the other, not in the cut. */
  private int firstMissing(int timeout) {
    int missing = timeout;
    int before = order.predecessorOfGivenUp(missing);
    while (before >= 0 && !holds(before)) {
      missing = before;
      if (trace.kind(missing) == START) {
        return missing;
      }
      before = order.predecessorOfGivenUp(missing);
    }
    return missing;
  }

  /**
   * Whether the operation that gave up later could run in the cut. Only locks and permits can have
   * been there and be gone at the timeout.
   */
  private boolean couldGiveUp(int timeout, int thread) {
    int kind = trace.before(timeout);
    int object = trace.expected(timeout);
    return trace.kind(timeout) == TIMEOUT
        && object >= 0
        && canTake(kind, object, trace.amount(timeout), thread);
  }

  private boolean canHappen(int event, int thread) {
    return switch (OpKind.of(trace.kind(event))) {
      case LOCK, ACQUIRE, READ_LOCK, WRITE_LOCK ->
          canTake(trace.kind(event), trace.object(event), trace.amount(event), thread);
      case REACQUIRE ->
          canComeBack(trace.link(event), trace.object(event), trace.amount(event), thread);
      case CANCEL_WAIT -> isInterrupted(thread);
      case PARK -> hasPermit(trace.object(event)) || isInterrupted(thread);
      case PASS -> holds(trace.link(event));
      case JOIN -> hasEnded(trace.target(event));
      case READ, WRITE, READ_MODIFY_WRITE, COMPARE_AND_SET, UNLOCK, TRY_LOCK, WAIT -> true;
      case NOTIFY, NOTIFY_ALL, UNPARK, INTERRUPT, TEST_INTERRUPT, START, END, IS_ALIVE -> true;
      case YIELD, CHOICE, TIMEOUT, TRY_ACQUIRE, RELEASE, TRY_READ_LOCK, READ_UNLOCK -> true;
      case TRY_WRITE_LOCK, WRITE_UNLOCK, ARRIVE -> true;
    };
  }

  /** Whether a thread that is blocked at the end of the trace could go on in the cut. */
  private boolean isPendingAble(int thread) {
    PendingOperations pending = trace.pending();
    for (int p = 0; p < pending.size(); p++) {
      if (pending.thread(p) == thread) {
        return switch (OpKind.of(pending.kind(p))) {
          case LOCK, ACQUIRE, READ_LOCK, WRITE_LOCK ->
              canTake(pending.kind(p), pending.object(p), pending.amount(p), thread);
          case REACQUIRE ->
              canComeBack(pending.link(p), pending.object(p), pending.amount(p), thread);
          default -> false;
        };
      }
    }
    return false;
  }

  private boolean canTake(int kind, int object, int amount, int thread) {
    if (kind == LOCK) {
      return isFree(object);
    }
    if (kind == ACQUIRE) {
      return hasPermits(object, amount);
    }
    if (kind == READ_LOCK) {
      return !isHeld(object, true, amount == Trace.WITHOUT_OWNERS ? -1 : thread);
    }
    return kind == WRITE_LOCK && !isHeld(object, false, -1);
  }

  private boolean canComeBack(int endedBy, int mutex, int rule, int thread) {
    if (endedBy < 0 || !holds(endedBy)) {
      return rule != Trace.UNINTERRUPTIBLE && isInterrupted(thread);
    }
    return mutex < 0 || isFree(mutex);
  }

  private boolean isFree(int mutex) {
    for (int p = order.accessCount(mutex) - 1; p >= 0; p--) {
      int access = order.access(mutex, p);
      if (holds(access) && order.modeOf(access, mutex) == Dependence.WRITE) {
        int kind = trace.kind(access);
        return kind != LOCK && kind != TRY_LOCK && kind != REACQUIRE;
      }
    }
    return true;
  }

  private boolean hasPermits(int semaphore, int amount) {
    int count = order.accessCount(semaphore);
    if (count == 0) {
      return false;
    }
    int permits = trace.before(order.access(semaphore, 0));
    for (int p = 0; p < count; p++) {
      int access = order.access(semaphore, p);
      if (holds(access)) {
        permits += effect(access, semaphore);
      }
    }
    return amount < 0 ? permits < -amount : permits >= amount;
  }

  private int effect(int event, int semaphore) {
    if (order.modeOf(event, semaphore) == Dependence.READ) {
      return 0;
    }
    int kind = trace.kind(event);
    int amount = trace.amount(event);
    if (kind == RELEASE) {
      return amount;
    }
    boolean isLimited = amount < 0 && (kind == ACQUIRE || kind == TRY_ACQUIRE);
    return isLimited ? 1 : -amount;
  }

  private boolean isHeld(int lock, boolean forWriting, int exceptThread) {
    closedStamp++;
    for (int p = order.accessCount(lock) - 1; p >= 0; p--) {
      int access = order.access(lock, p);
      if (!holds(access)) {
        continue;
      }
      int kind = trace.kind(access);
      if (kind == READ_UNLOCK || kind == WRITE_UNLOCK || kind == WAIT) {
        markClosed(trace.link(access));
      } else if (isHold(kind, order.modeOf(access, lock), forWriting)
          && trace.thread(access) != exceptThread
          && !isClosed(access)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHold(int kind, int mode, boolean forWriting) {
    if (mode == Dependence.READ) {
      return false;
    }
    return kind == WRITE_LOCK
        || kind == TRY_WRITE_LOCK
        || (!forWriting && (kind == READ_LOCK || kind == TRY_READ_LOCK));
  }

  private void markClosed(int event) {
    if (event >= closedAt.length) {
      closedAt = Arrays.copyOf(closedAt, Math.max(2 * closedAt.length, event + 1));
    }
    closedAt[event] = closedStamp;
  }

  private boolean isClosed(int event) {
    return event < closedAt.length && closedAt[event] == closedStamp;
  }

  private boolean hasPermit(int permit) {
    for (int p = order.accessCount(permit) - 1; p >= 0; p--) {
      int access = order.access(permit, p);
      int kind = trace.kind(access);
      boolean isVain = kind == READ || (kind == READ_MODIFY_WRITE && trace.before(access) == 0);
      if (holds(access) && !isVain) {
        return kind == UNPARK;
      }
    }
    return false;
  }

  private boolean isInterrupted(int thread) {
    int status = program.interruptStatus(thread);
    if (status < 0) {
      return false;
    }
    for (int p = order.accessCount(status) - 1; p >= 0; p--) {
      int access = order.access(status, p);
      if (holds(access) && order.modeOf(access, status) == Dependence.WRITE) {
        return trace.kind(access) == INTERRUPT;
      }
    }
    return false;
  }

  /** Whether a thread whose end another one has seen has ended in the cut. */
  private boolean hasEnded(int thread) {
    int last = order.nextPredecessor(thread);
    return last < 0 || holds(last);
  }
}
