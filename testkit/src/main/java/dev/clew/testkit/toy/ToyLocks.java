package dev.clew.testkit.toy;

import static dev.clew.testkit.toy.ToyCode.ACQUIRED;
import static dev.clew.testkit.toy.ToyCode.COUNT;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;

/** Reentrant mutexes: the cell of a lock is its holder, -1 if it is free. */
final class ToyLocks {
  private static final int LOCK = Dependence.modes(OpKind.LOCK, true);
  private static final int UNLOCK = Dependence.modes(OpKind.UNLOCK, true);
  private static final int TAKEN = Dependence.modes(OpKind.TRY_LOCK, true);
  private static final int REFUSED = Dependence.modes(OpKind.TRY_LOCK, false);

  private final ToyState state;
  private final int[] cells;
  private final int[] further;

  ToyLocks(ToyState state) {
    this.state = state;
    this.cells = state.cells;
    this.further = state.program.further;
  }

  boolean isFree(int lock) {
    return cells[lock] < 0;
  }

  boolean isHeldBy(int thread, int lock) {
    return cells[lock] == thread;
  }

  /** Acquires a lock the thread holds already; otherwise does nothing and returns false. */
  boolean acquireAgain(int thread, int lock) {
    if (cells[lock] != thread) {
      return false;
    }
    cells[further[lock] + COUNT]++;
    return true;
  }

  /** Gives back one of several holds; does nothing and returns false if it is the last. */
  boolean releaseOnce(int lock) {
    int count = further[lock] + COUNT;
    if (cells[count] == 1) {
      return false;
    }
    cells[count]--;
    return true;
  }

  void lock(int thread, int lock) {
    state.event.describe(OpKind.LOCK, lock, LOCK, 0, 0);
    take(thread, lock, 1);
  }

  /** Returns whether the lock was free, and taken. */
  boolean tryLock(int thread, int lock) {
    boolean isFree = isFree(lock);
    state.event.begin(OpKind.TRY_LOCK, lock, isFree ? TAKEN : REFUSED);
    state.event.value = isFree ? 1 : 0;
    if (isFree) {
      take(thread, lock, 1);
    }
    return isFree;
  }

  void unlock(int lock) {
    state.event.begin(OpKind.UNLOCK, lock, UNLOCK);
    state.event.link = cells[further[lock] + ACQUIRED];
    cells[lock] = -1;
  }

  /** Makes the thread the holder, as of the current event. */
  void take(int thread, int lock, int count) {
    int more = further[lock];
    cells[lock] = thread;
    cells[more + COUNT] = count;
    cells[more + ACQUIRED] = state.events;
  }

  /** How often the holder holds the lock. */
  int holds(int lock) {
    return cells[further[lock] + COUNT];
  }

  /** The event by which the holder acquired the lock. */
  int acquiredBy(int lock) {
    return cells[further[lock] + ACQUIRED];
  }

  void free(int lock) {
    cells[lock] = -1;
  }
}
