package dev.clew.testkit.toy;

import static dev.clew.testkit.toy.ToyCode.ACQUIRED;
import static dev.clew.testkit.toy.ToyCode.COUNT;
import static dev.clew.testkit.toy.ToyCode.READERS;
import static dev.clew.testkit.toy.ToyCode.READ_HOLDS;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;

/** Reentrant read-write locks: the cell of a lock is the thread that writes, -1 if none does. */
final class ToyReadWriteLocks {
  private static final int READ = Dependence.modes(OpKind.READ_LOCK, true);
  private static final int READ_TAKEN = Dependence.modes(OpKind.TRY_READ_LOCK, true);
  private static final int READ_REFUSED = Dependence.modes(OpKind.TRY_READ_LOCK, false);
  private static final int READ_GIVEN = Dependence.modes(OpKind.READ_UNLOCK, true);
  private static final int WRITE = Dependence.modes(OpKind.WRITE_LOCK, true);
  private static final int WRITE_TAKEN = Dependence.modes(OpKind.TRY_WRITE_LOCK, true);
  private static final int WRITE_REFUSED = Dependence.modes(OpKind.TRY_WRITE_LOCK, false);
  private static final int WRITE_GIVEN = Dependence.modes(OpKind.WRITE_UNLOCK, true);

  private final ToyState state;
  private final int[] cells;
  private final int[] further;

  ToyReadWriteLocks(ToyState state) {
    this.state = state;
    this.cells = state.cells;
    this.further = state.program.further;
  }

  boolean canRead(int thread, int lock) {
    return cells[lock] < 0 || cells[lock] == thread;
  }

  boolean canWrite(int lock) {
    return cells[lock] < 0 && cells[further[lock] + READERS] == 0;
  }

  boolean isReadBy(int thread, int lock) {
    return cells[readHolds(thread, lock)] > 0;
  }

  boolean isWrittenBy(int thread, int lock) {
    return cells[lock] == thread;
  }

  /** Acquires for reading again; does nothing and returns false if the thread does not read. */
  boolean readAgain(int thread, int lock) {
    int holds = readHolds(thread, lock);
    if (cells[holds] == 0) {
      return false;
    }
    cells[holds]++;
    return true;
  }

  /** Acquires for writing again; does nothing and returns false if the thread does not write. */
  boolean writeAgain(int thread, int lock) {
    if (cells[lock] != thread) {
      return false;
    }
    cells[further[lock] + COUNT]++;
    return true;
  }

  /** Gives back one of several read holds; does nothing and returns false if it is the last. */
  boolean releaseReadOnce(int thread, int lock) {
    int holds = readHolds(thread, lock);
    if (cells[holds] == 1) {
      return false;
    }
    cells[holds]--;
    return true;
  }

  /** Gives back one of several write holds; does nothing and returns false if it is the last. */
  boolean releaseWriteOnce(int lock) {
    int count = further[lock] + COUNT;
    if (cells[count] == 1) {
      return false;
    }
    cells[count]--;
    return true;
  }

  void readLock(int thread, int lock) {
    begin(OpKind.READ_LOCK, lock, READ);
    takeRead(thread, lock);
  }

  /** Returns whether no other thread wrote, and the read hold was taken. */
  boolean tryReadLock(int thread, int lock) {
    boolean isTaken = canRead(thread, lock);
    begin(OpKind.TRY_READ_LOCK, lock, isTaken ? READ_TAKEN : READ_REFUSED);
    state.event.value = isTaken ? 1 : 0;
    if (isTaken) {
      takeRead(thread, lock);
    }
    return isTaken;
  }

  void readUnlock(int thread, int lock) {
    int holds = readHolds(thread, lock);
    begin(OpKind.READ_UNLOCK, lock, READ_GIVEN);
    state.event.link = cells[holds + 1];
    cells[holds] = 0;
    cells[further[lock] + READERS]--;
  }

  void writeLock(int thread, int lock) {
    begin(OpKind.WRITE_LOCK, lock, WRITE);
    takeWrite(thread, lock);
  }

  /** Returns whether nobody held the lock, and the write hold was taken. */
  boolean tryWriteLock(int thread, int lock) {
    boolean isTaken = canWrite(lock);
    begin(OpKind.TRY_WRITE_LOCK, lock, isTaken ? WRITE_TAKEN : WRITE_REFUSED);
    state.event.value = isTaken ? 1 : 0;
    if (isTaken) {
      takeWrite(thread, lock);
    }
    return isTaken;
  }

  void writeUnlock(int lock) {
    begin(OpKind.WRITE_UNLOCK, lock, WRITE_GIVEN);
    state.event.link = cells[further[lock] + ACQUIRED];
    cells[lock] = -1;
  }

  private void takeRead(int thread, int lock) {
    int holds = readHolds(thread, lock);
    cells[holds] = 1;
    cells[holds + 1] = state.events;
    cells[further[lock] + READERS]++;
  }

  private void takeWrite(int thread, int lock) {
    cells[lock] = thread;
    cells[further[lock] + COUNT] = 1;
    cells[further[lock] + ACQUIRED] = state.events;
  }

  private void begin(OpKind kind, int lock, int modes) {
    state.event.begin(kind, lock, modes);
    state.event.before = cells[further[lock] + READERS] + (cells[lock] >= 0 ? 1 : 0);
  }

  private int readHolds(int thread, int lock) {
    return further[lock] + READ_HOLDS + 2 * thread;
  }
}
