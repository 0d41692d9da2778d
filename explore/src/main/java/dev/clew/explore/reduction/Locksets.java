package dev.clew.explore.reduction;

import dev.clew.trace.Dependence;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.Arrays;

/**
 * The mutexes each thread holds at each event: two operations under a common lock are never
 * co-enabled (thesis, 3.3.3).
 *
 * <p>The locks held after event i by its thread are {@code pool[from[i] .. from[i + 1])}.
 */
final class Locksets {
  private final Trace trace;
  private final HappensBefore order;
  private int[] from = new int[17];
  private int[] pool = new int[16];

  Locksets(Trace trace, HappensBefore order) {
    this.trace = trace;
    this.order = order;
  }

  /** Takes in event i, the last one of the order; what was known of later events is forgotten. */
  void append(int i) {
    if (i + 1 == from.length) {
      from = Arrays.copyOf(from, 2 * from.length);
    }
    OpKind kind = OpKind.of(trace.kind(i));
    int lock = trace.object(i);
    boolean releases = kind == OpKind.UNLOCK || kind == OpKind.WAIT;
    int top = from[i];
    int previous = previousOfThread(trace.thread(i), order.index(i));
    if (previous >= 0) {
      for (int k = from[previous]; k < from[previous + 1]; k++) {
        if (!releases || pool[k] != lock) {
          top = add(top, pool[k]);
        }
      }
    }
    boolean acquires =
        kind == OpKind.LOCK
            || kind == OpKind.REACQUIRE
            || (kind == OpKind.TRY_LOCK && Dependence.first(trace.modes(i)) == Dependence.WRITE);
    if (acquires && lock >= 0) {
      top = add(top, lock);
    }
    from[i + 1] = top;
  }

  /**
   * Whether event i and the n-th event of a thread, done or still to come, are done while holding a
   * common lock.
   */
  boolean haveCommonLock(int i, int thread, int n) {
    int before = previousOfThread(trace.thread(i), order.index(i));
    int otherBefore = previousOfThread(thread, n);
    if (before < 0 || otherBefore < 0) {
      return false;
    }
    for (int k = from[before]; k < from[before + 1]; k++) {
      for (int j = from[otherBefore]; j < from[otherBefore + 1]; j++) {
        if (pool[k] == pool[j]) {
          return true;
        }
      }
    }
    return false;
  }

  private int previousOfThread(int thread, int n) {
    return n > 1 ? order.eventOf(thread, n - 1) : -1;
  }

  private int add(int top, int lock) {
    if (top == pool.length) {
      pool = Arrays.copyOf(pool, 2 * top);
    }
    pool[top] = lock;
    return top + 1;
  }
}
