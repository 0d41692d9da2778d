package dev.clew.explore.reduction;

import dev.clew.trace.Dependence;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.Arrays;

/**
 * A few events taken out of a trace, with all that happens after them, and the state of objects in
 * what remains.
 *
 * <p>What a reversal needs to know is whether an operation could run, and how it would turn out, if
 * some events had not happened. Only objects it accesses matter, and only accesses before its place
 * in the trace.
 */
final class Removal {
  private static final int ACQUIRE = OpKind.ACQUIRE.code();
  private static final int TRY_ACQUIRE = OpKind.TRY_ACQUIRE.code();
  private static final int RELEASE = OpKind.RELEASE.code();
  private static final int INTERRUPT = OpKind.INTERRUPT.code();
  private static final int TIMEOUT = OpKind.TIMEOUT.code();
  private static final int READ = OpKind.READ.code();
  private static final int READ_MODIFY_WRITE = OpKind.READ_MODIFY_WRITE.code();
  private static final int UNPARK = OpKind.UNPARK.code();
  private static final int WAIT = OpKind.WAIT.code();
  private static final int READ_LOCK = OpKind.READ_LOCK.code();
  private static final int TRY_READ_LOCK = OpKind.TRY_READ_LOCK.code();
  private static final int READ_UNLOCK = OpKind.READ_UNLOCK.code();
  private static final int WRITE_LOCK = OpKind.WRITE_LOCK.code();
  private static final int TRY_WRITE_LOCK = OpKind.TRY_WRITE_LOCK.code();
  private static final int WRITE_UNLOCK = OpKind.WRITE_UNLOCK.code();

  private final Trace trace;
  private final HappensBefore order;

  private int[] members = new int[4];
  private int size;

  private int[] waiters = new int[8];
  private int waiterCount;

  private int[] closedAt = new int[16];
  private int closedStamp;

  Removal(Trace trace, HappensBefore order) {
    this.trace = trace;
    this.order = order;
  }

  /** Takes out one event only. */
  void set(int event) {
    members[0] = event;
    size = 1;
  }

  /** Takes out one more event. */
  void add(int event) {
    if (size == members.length) {
      members = Arrays.copyOf(members, 2 * size);
    }
    members[size++] = event;
  }

  /** Whether an event is taken out: it is one of the members, or happens after one. */
  boolean removes(int event) {
    for (int k = 0; k < size; k++) {
      if (order.isBefore(members[k], event)) {
        return true;
      }
    }
    return false;
  }

  /** The earliest member. */
  int first() {
    int first = members[0];
    for (int k = 1; k < size; k++) {
      first = Math.min(first, members[k]);
    }
    return first;
  }

  /** Drops the members that happen after another one; the earliest comes first. */
  void minimize() {
    Arrays.sort(members, 0, size);
    int kept = 0;
    for (int k = 0; k < size; k++) {
      boolean implied = false;
      for (int j = 0; j < kept && !implied; j++) {
        implied = order.isBefore(members[j], members[k]);
      }
      if (!implied) {
        members[kept++] = members[k];
      }
    }
    size = kept;
  }

  int size() {
    return size;
  }

  int member(int k) {
    return members[k];
  }

  /** The permits of a semaphore before its {@code places}-th access, in what remains. */
  int permits(int semaphore, int places) {
    int last = order.access(semaphore, places - 1);
    int permits = trace.before(last) + effect(last);
    int first = first();
    for (int p = places - 1; p >= 0; p--) {
      int access = order.access(semaphore, p);
      if (access < first) {
        break;
      }
      if (removes(access)) {
        permits -= effect(access);
      }
    }
    return permits;
  }

  /**
   * Whether an operation that needs this amount finds enough permits, or little enough of them,
   * before the {@code places}-th access.
   */
  boolean hasPermits(int semaphore, int places, int amount) {
    int permits = permits(semaphore, places);
    return amount < 0 ? permits < -amount : permits >= amount;
  }

  /**
   * The same for a semaphore that may be closed, not counting the permits that stay in it then: who
   * finds only those takes none.
   */
  boolean hasPermitsToTake(int semaphore, int places, int amount) {
    return permits(semaphore, places) % Trace.LAST_PERMITS >= amount;
  }

  /** The latest remaining event that took permits, or gave some, -1 if none. */
  int lastChange(int semaphore, int places, boolean toMore) {
    for (int p = places - 1; p >= 0; p--) {
      int access = order.access(semaphore, p);
      int effect = effect(access);
      if ((toMore ? effect > 0 : effect < 0) && !removes(access)) {
        return access;
      }
    }
    return -1;
  }

  private int effect(int event) {
    if (order.modeOf(event, trace.object(event)) == Dependence.READ) {
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

  /** Whether the interrupt status is set before its {@code places}-th access, in what remains. */
  boolean isInterrupted(int status, int places) {
    for (int p = places - 1; p >= 0; p--) {
      int access = order.access(status, p);
      if (order.modeOf(access, status) == Dependence.WRITE && !removes(access)) {
        return trace.kind(access) == INTERRUPT;
      }
    }
    return false;
  }

  /**
   * Whether there is a permit to park on before the {@code places}-th access of it, in what
   * remains. Who only looks whether there is one, or tries in vain, takes none.
   */
  boolean hasPermit(int permit, int places) {
    for (int p = places - 1; p >= 0; p--) {
      int access = order.access(permit, p);
      int kind = trace.kind(access);
      if (kind == READ || (kind == READ_MODIFY_WRITE && trace.before(access) == 0)) {
        continue;
      }
      if (kind != UNPARK) {
        return false;
      }
      if (!removes(access)) {
        return true;
      }
    }
    return false;
  }

  /**
   * An event that remains and whose hold of a read-write lock is still open before the {@code
   * places}-th access of it, -1 if none. The latest one.
   *
   * @param writersOnly look for write holds only
   * @param exceptThread do not count the holds of this thread, -1 to count all
   */
  int openHold(int lock, int places, boolean writersOnly, int exceptThread) {
    closedStamp++;
    for (int p = places - 1, from = quietPlace(lock, places); p >= from; p--) {
      int access = order.access(lock, p);
      if (removes(access)) {
        continue;
      }
      int kind = trace.kind(access);
      if (kind == READ_UNLOCK || kind == WRITE_UNLOCK || kind == WAIT) {
        markClosed(trace.link(access));
      } else if (isHold(kind, order.modeOf(access, lock), writersOnly)
          && trace.thread(access) != exceptThread
          && !isClosed(access)) {
        return access;
      }
    }
    return -1;
  }

  /**
   * The latest place, before everything removed, at which nobody holds the lock or waits on the
   * condition.
   */
  private int quietPlace(int object, int places) {
    int first = first();
    for (int p = places - 1; p > 0; p--) {
      int access = order.access(object, p);
      boolean releasesLock = trace.kind(access) == WAIT && trace.object(access) == object;
      if (access < first && trace.before(access) == 0 && !releasesLock) {
        return p;
      }
    }
    return 0;
  }

  /**
   * Finds the threads in the wait set of a condition before its {@code places}-th access, in what
   * remains; the one that has waited longest comes first.
   */
  void findWaiters(int condition, int places) {
    waiterCount = 0;
    for (int p = quietPlace(condition, places); p < places; p++) {
      int access = order.access(condition, p);
      if (order.modeOf(access, condition) == Dependence.READ || removes(access)) {
        continue;
      }
      switch (OpKind.of(trace.kind(access))) {
        case WAIT -> addWaiter(access);
        case NOTIFY -> removeWaiter(trace.label(access));
        case CANCEL_WAIT -> removeWaiter(trace.thread(access));
        case NOTIFY_ALL -> waiterCount = 0;
        default ->
            throw new IllegalStateException("not an operation on a condition: event " + access);
      }
    }
  }

  int waiterCount() {
    return waiterCount;
  }

  int waiter(int k) {
    return waiters[k];
  }

  private void addWaiter(int wait) {
    if (endsInTimeoutThatRemains(wait)) {
      return;
    }
    if (waiterCount == waiters.length) {
      waiters = Arrays.copyOf(waiters, 2 * waiterCount);
    }
    waiters[waiterCount++] = trace.thread(wait);
  }

  private boolean endsInTimeoutThatRemains(int wait) {
    int thread = trace.thread(wait);
    int n = order.index(wait);
    int ended =
        order.count(thread) > n
            ? order.predecessor(order.eventOf(thread, n + 1))
            : order.nextPredecessor(thread);
    return trace.kind(ended) == TIMEOUT && !removes(ended);
  }

  private void removeWaiter(int thread) {
    int kept = 0;
    for (int k = 0; k < waiterCount; k++) {
      if (waiters[k] != thread) {
        waiters[kept++] = waiters[k];
      }
    }
    waiterCount = kept;
  }

  private static boolean isHold(int kind, int mode, boolean writersOnly) {
    if (mode == Dependence.READ) {
      return false;
    }
    return kind == WRITE_LOCK
        || kind == TRY_WRITE_LOCK
        || (!writersOnly && (kind == READ_LOCK || kind == TRY_READ_LOCK));
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
}
