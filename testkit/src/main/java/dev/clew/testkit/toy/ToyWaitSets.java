package dev.clew.testkit.toy;

import static dev.clew.testkit.toy.ToyCode.ENDER;
import static dev.clew.testkit.toy.ToyCode.HOLDS;
import static dev.clew.testkit.toy.ToyCode.OUTCOME;
import static dev.clew.testkit.toy.ToyCode.PLACE;
import static dev.clew.testkit.toy.ToyCode.WAITING;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Trace;

/**
 * Conditions and barriers: threads that wait until another one ends their wait.
 *
 * <p>The cell of a condition is the number of its waiters, that of a barrier the arrivals of this
 * generation; which threads wait is in their registers. A thread waits at one place at a time.
 */
final class ToyWaitSets {
  private static final int NOTIFIED = 1;
  private static final int GAVE_UP = 0;
  private static final int INTERRUPTED = 2;

  private static final int WAIT = Dependence.modes(OpKind.WAIT, true);
  private static final int REACQUIRE = Dependence.modes(OpKind.REACQUIRE, true);
  private static final int CANCEL_WAIT = Dependence.modes(OpKind.CANCEL_WAIT, true);
  private static final int NOTIFY = Dependence.modes(OpKind.NOTIFY, true);
  private static final int NOTIFY_NOBODY = Dependence.modes(OpKind.NOTIFY, false);
  private static final int NOTIFY_ALL = Dependence.modes(OpKind.NOTIFY_ALL, true);
  private static final int NOTIFY_ALL_NOBODY = Dependence.modes(OpKind.NOTIFY_ALL, false);
  private static final int ARRIVE = Dependence.modes(OpKind.ARRIVE, true);
  private static final int PASS = Dependence.modes(OpKind.PASS, true);

  private final ToyState state;
  private final int[] cells;
  private final int[] block;
  private final ToyLocks locks;

  ToyWaitSets(ToyState state, ToyLocks locks) {
    this.state = state;
    this.cells = state.cells;
    this.block = state.program.block;
    this.locks = locks;
  }

  /** Whether nothing has ended the wait of a thread yet. */
  boolean isWaiting(int thread) {
    return cells[block[thread] + WAITING] >= 0;
  }

  /** The condition or barrier a thread waits at, -1 if none. */
  int waitsAt(int thread) {
    return cells[block[thread] + WAITING];
  }

  /** The event that ended the last wait of a thread. */
  int endedBy(int thread) {
    return cells[block[thread] + ENDER];
  }

  /** Adds the waiters of a condition, ascending. */
  void addWaiters(int condition, ToyLabels into) {
    int left = cells[condition];
    for (int t = 0; left > 0; t++) {
      if (cells[block[t] + WAITING] == condition) {
        into.add(t);
        left--;
      }
    }
  }

  /** Adds the thread that has waited longest at a condition, if any waits. */
  void addLongestWaiter(int condition, ToyLabels into) {
    if (cells[condition] > 0) {
      into.add(longestWaiter(condition));
    }
  }

  void await(int thread, int lock, int condition) {
    state.event.begin(OpKind.WAIT, lock, WAIT);
    state.event.other = condition;
    state.event.before = cells[condition];
    state.event.link = locks.acquiredBy(lock);
    cells[block[thread] + HOLDS] = locks.holds(lock);
    cells[block[thread] + WAITING] = condition;
    cells[block[thread] + PLACE] = cells[condition];
    cells[condition]++;
    locks.free(lock);
  }

  /** Acquires the lock again and returns the result of the wait. */
  int reacquire(int thread, int lock) {
    state.event.begin(OpKind.REACQUIRE, lock, REACQUIRE);
    state.event.link = endedBy(thread);
    locks.take(thread, lock, cells[block[thread] + HOLDS]);
    return cells[block[thread] + OUTCOME];
  }

  /** An interrupted waiter leaves. */
  void cancel(int thread, int status) {
    int condition = waitsAt(thread);
    state.event.begin(OpKind.CANCEL_WAIT, condition, CANCEL_WAIT);
    state.event.other = status;
    state.event.before = cells[condition];
    cells[status] = 0;
    leave(thread, condition, INTERRUPTED);
  }

  /** A waiter gives up. */
  void giveUp(int thread) {
    leave(thread, waitsAt(thread), GAVE_UP);
  }

  /** Wakes the waiter in the label, the first one if the label is negative. */
  void notifyOne(int condition, int label) {
    int before = cells[condition];
    state.event.begin(OpKind.NOTIFY, condition, before > 0 ? NOTIFY : NOTIFY_NOBODY);
    state.event.before = before;
    if (before == 0) {
      if (label >= 0) {
        throw new ReplayDivergence(state.events, "there is no thread " + label + " to notify");
      }
      return;
    }
    int woken = label >= 0 ? label : firstWaiter(condition);
    if (woken >= block.length || waitsAt(woken) != condition) {
      throw new ReplayDivergence(state.events, "thread " + woken + " is not there to be notified");
    }
    state.event.label = woken;
    leave(woken, condition, NOTIFIED);
  }

  /** Wakes the thread that has waited longest, which is the one in the label if that is there. */
  void notifyFirst(int condition, int label) {
    int first = cells[condition] > 0 ? longestWaiter(condition) : Trace.NO_LABEL;
    if (label >= 0 && label != first) {
      throw new ReplayDivergence(state.events, "thread " + label + " is not the first that waits");
    }
    notifyOne(condition, first);
    state.event.amount = Trace.IN_ORDER;
  }

  void notifyAll(int condition) {
    int before = cells[condition];
    state.event.begin(OpKind.NOTIFY_ALL, condition, before > 0 ? NOTIFY_ALL : NOTIFY_ALL_NOBODY);
    state.event.before = before;
    while (cells[condition] > 0) {
      leave(firstWaiter(condition), condition, NOTIFIED);
    }
  }

  /** Arrives at a barrier, opens it if it is the last, and returns the index of the arrival. */
  int arrive(int thread, int barrier) {
    int index = cells[barrier];
    state.event.begin(OpKind.ARRIVE, barrier, ARRIVE);
    state.event.before = index;
    state.event.value = index;
    cells[block[thread] + WAITING] = barrier;
    cells[barrier]++;
    if (index + 1 == state.program.parties[barrier]) {
      while (cells[barrier] > 0) {
        leave(firstWaiter(barrier), barrier, NOTIFIED);
      }
    }
    return index;
  }

  void pass(int thread) {
    state.event.begin(OpKind.PASS, -1, PASS);
    state.event.link = endedBy(thread);
  }

  private int firstWaiter(int place) {
    int t = 0;
    while (cells[block[t] + WAITING] != place) {
      t++;
    }
    return t;
  }

  private int longestWaiter(int condition) {
    int t = 0;
    while (cells[block[t] + WAITING] != condition || cells[block[t] + PLACE] != 0) {
      t++;
    }
    return t;
  }

  private void leave(int thread, int place, int outcome) {
    int registers = block[thread];
    for (int t = 0; t < block.length; t++) {
      if (cells[block[t] + WAITING] == place
          && cells[block[t] + PLACE] > cells[registers + PLACE]) {
        cells[block[t] + PLACE]--;
      }
    }
    cells[registers + PLACE] = 0;
    cells[registers + WAITING] = -1;
    cells[registers + ENDER] = state.events;
    cells[registers + OUTCOME] = outcome;
    cells[place]--;
  }
}
