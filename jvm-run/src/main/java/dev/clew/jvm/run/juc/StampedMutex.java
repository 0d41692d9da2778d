package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Gate;
import dev.clew.jvm.run.Matter;
import dev.clew.jvm.run.Objects;
import dev.clew.jvm.run.ProgramThread;
import dev.clew.jvm.run.Shadow;
import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.Arrays;

/**
 * A stamped lock of one execution: a read-write lock without owners, with a version that every
 * write changes.
 *
 * <p>Stamps are those of the JDK: the version, with a bit that says that somebody writes, and a
 * number of readers below; here that number is always 1, so that it does not tell in which order
 * readers came. What only looks at the version commutes with readers.
 *
 * <p>A conversion, or an unlock that may find nothing to give back, accesses the lock in the same
 * mode whether it succeeds or not: how it turns out depends on the version, of which the search
 * knows nothing.
 */
final class StampedMutex {
  /** What a try returns that did not succeed, and no stamp. */
  static final long NONE = 0;

  private static final long READER = 1;
  private static final long WRITER = 128;
  private static final long READERS = WRITER - 1;
  private static final long VERSION = ~READERS;
  private static final long HOLDS = READERS | WRITER;
  private static final long ORIGIN = WRITER << 1;

  private static final int SHARED = Dependence.modes(OpKind.READ_LOCK, true);
  private static final int READ_REFUSED = Dependence.modes(OpKind.TRY_READ_LOCK, false);
  private static final int EXCLUSIVE = Dependence.modes(OpKind.WRITE_LOCK, true);
  private static final int WRITE_REFUSED = Dependence.modes(OpKind.TRY_WRITE_LOCK, false);
  private static final int LOOK = Dependence.modes(OpKind.READ, true);

  private final Execution now;
  private final int number;

  /** What readers released is kept under this number; it stands in no trace. */
  private final int ofReaders;

  private final Gate readable = thread -> !isWritten();
  private final Gate writable = thread -> holds() == 0;

  /** The version, with the bit of the writer. */
  private long version = ORIGIN;

  /** The event by which the writer acquired it. */
  private int writtenBy = Trace.NONE;

  /** The threads that acquired it for reading, and the events, in the order of threads. */
  private int[] readers = new int[4];

  private int[] readBy = new int[4];
  private int readerCount;

  StampedMutex(Execution now, Shadow shadow) {
    this.now = now;
    this.number = now.objects.part(shadow, Objects.STATE);
    this.ofReaders = now.objects.part(shadow, Objects.SECOND_STATE);
  }

  private boolean isWritten() {
    return (version & WRITER) != 0;
  }

  /** How many read; one that converts its hold to a writing one, or back, counts as a writer. */
  private int readers() {
    return isWritten() ? 0 : readerCount;
  }

  private int holds() {
    return readerCount + (isWritten() ? 1 : 0);
  }

  private boolean isOfThisVersion(long stamp) {
    return (stamp & VERSION) == version;
  }

  // --- acquiring

  long readLock() {
    ProgramThread self = now.current;
    self.amount = Trace.WITHOUT_OWNERS;
    now.stand(self, OpKind.READ_LOCK, number, readable, -1);
    self.amount = 0;
    return takeRead(self, OpKind.READ_LOCK, Trace.WITHOUT_OWNERS);
  }

  /** Acquires for reading unless interrupted; {@link #NONE} if the time ran out. */
  long readLock(long nanos) throws InterruptedException {
    ProgramThread self = now.current;
    now.threadModel.checkInterrupt(self, -1);
    if (now.patience.givesUp(self, nanos, -1)) {
      return tryReadLock();
    }
    self.amount = Trace.WITHOUT_OWNERS;
    try {
      if (!now.threadModel.standInterruptibly(
          self, OpKind.READ_LOCK, number, readable, -1, nanos)) {
        return NONE;
      }
    } finally {
      self.amount = 0;
    }
    return takeRead(self, OpKind.READ_LOCK, Trace.WITHOUT_OWNERS);
  }

  long tryReadLock() {
    ProgramThread self = now.current;
    now.stand(self, OpKind.TRY_READ_LOCK, number, null, -1);
    if (isWritten()) {
      record(self, OpKind.TRY_READ_LOCK, READ_REFUSED, Trace.WITHOUT_OWNERS, Trace.NONE);
      return NONE;
    }
    return takeRead(self, OpKind.TRY_READ_LOCK, Trace.WITHOUT_OWNERS);
  }

  private long takeRead(ProgramThread self, OpKind kind, int rule) {
    self.readsOptimistically = false;
    now.clocks.acquire(self, number);
    int event = record(self, kind, SHARED, rule, Trace.NONE);
    if (readerCount == readers.length) {
      readers = Arrays.copyOf(readers, 2 * readerCount);
      readBy = Arrays.copyOf(readBy, 2 * readerCount);
    }
    int at = readerCount++;
    while (at > 0 && readers[at - 1] > self.number) {
      readers[at] = readers[at - 1];
      readBy[at] = readBy[at - 1];
      at--;
    }
    readers[at] = self.number;
    readBy[at] = event;
    return version | READER;
  }

  long writeLock() {
    ProgramThread self = now.current;
    now.stand(self, OpKind.WRITE_LOCK, number, writable, -1);
    return takeWrite(self, OpKind.WRITE_LOCK, 0);
  }

  /** Acquires for writing unless interrupted; {@link #NONE} if the time ran out. */
  long writeLock(long nanos) throws InterruptedException {
    ProgramThread self = now.current;
    now.threadModel.checkInterrupt(self, -1);
    if (now.patience.givesUp(self, nanos, -1)) {
      return tryWriteLock();
    }
    boolean isTaken =
        now.threadModel.standInterruptibly(self, OpKind.WRITE_LOCK, number, writable, -1, nanos);
    return isTaken ? takeWrite(self, OpKind.WRITE_LOCK, 0) : NONE;
  }

  long tryWriteLock() {
    ProgramThread self = now.current;
    now.stand(self, OpKind.TRY_WRITE_LOCK, number, null, -1);
    if (holds() > 0) {
      record(self, OpKind.TRY_WRITE_LOCK, WRITE_REFUSED, 0, Trace.NONE);
      return NONE;
    }
    return takeWrite(self, OpKind.TRY_WRITE_LOCK, 0);
  }

  private long takeWrite(ProgramThread self, OpKind kind, int rule) {
    self.readsOptimistically = false;
    now.clocks.acquire(self, number);
    now.clocks.acquire(self, ofReaders);
    writtenBy = record(self, kind, EXCLUSIVE, rule, Trace.NONE);
    version |= WRITER;
    return version;
  }

  // --- releasing

  /** Gives back the read hold of a stamp; false if it is none. */
  boolean unlockRead(long stamp) {
    ProgramThread self = now.current;
    now.stand(self, OpKind.READ_UNLOCK, number, null, -1);
    boolean isHeld = isReadStamp(stamp) && readers() > 0;
    return isHeld ? giveRead(self) : missesRead(self, modesOfReader(self));
  }

  /** Gives back any read hold; false if there is none. */
  boolean unlockRead() {
    ProgramThread self = now.current;
    now.stand(self, OpKind.READ_UNLOCK, number, null, -1);
    return readers() > 0 ? giveRead(self) : missesRead(self, modesOfReader(self));
  }

  private boolean isReadStamp(long stamp) {
    return (stamp & READERS) != 0 && isOfThisVersion(stamp);
  }

  /**
   * Who gives back its own read hold commutes with other readers. As soon as some thread gives back
   * what it did not acquire nobody does: whether there is a hold then depends on who came first.
   */
  private int modesOfReader(ProgramThread self) {
    if (now.objects.isVisible(Matter.HANDOVERS)) {
      return EXCLUSIVE;
    }
    if (holdOf(self) < 0) {
      now.trace().reveal(now.objects.of(Matter.HANDOVERS));
    }
    return SHARED;
  }

  private int holdOf(ProgramThread self) {
    int at = readerCount - 1;
    while (at >= 0 && readers[at] != self.number) {
      at--;
    }
    return at;
  }

  /** Gives back the last read hold of the own thread, or any. */
  private boolean giveRead(ProgramThread self) {
    now.clocks.release(self, ofReaders);
    int at = Math.max(holdOf(self), 0);
    record(self, OpKind.READ_UNLOCK, modesOfReader(self), 0, readBy[at]);
    System.arraycopy(readers, at + 1, readers, at, readerCount - at - 1);
    System.arraycopy(readBy, at + 1, readBy, at, readerCount - at - 1);
    readerCount--;
    return true;
  }

  /** Records that it was looked for a read hold in vain. */
  private boolean missesRead(ProgramThread self, int modes) {
    self.readsOptimistically = false;
    record(self, OpKind.READ, modes, 0, Trace.NONE);
    return false;
  }

  /** Gives back the write hold of a stamp; false if it is none. */
  boolean unlockWrite(long stamp) {
    ProgramThread self = now.current;
    now.stand(self, OpKind.WRITE_UNLOCK, number, null, -1);
    return stamp == version && isWritten() ? giveWrite(self) : missesWrite(self);
  }

  /** Gives back the write hold; false if there is none. */
  boolean unlockWrite() {
    ProgramThread self = now.current;
    now.stand(self, OpKind.WRITE_UNLOCK, number, null, -1);
    return isWritten() ? giveWrite(self) : missesWrite(self);
  }

  private boolean giveWrite(ProgramThread self) {
    now.clocks.release(self, number);
    record(self, OpKind.WRITE_UNLOCK, EXCLUSIVE, 0, writtenBy);
    version += WRITER;
    if (version == 0) {
      version = ORIGIN;
    }
    return true;
  }

  /** Records that it was looked for a write hold in vain. */
  private boolean missesWrite(ProgramThread self) {
    self.readsOptimistically = false;
    record(self, OpKind.READ_MODIFY_WRITE, EXCLUSIVE, 0, Trace.NONE);
    return false;
  }

  // --- optimistic reading

  /** What follows is read optimistically also if there is no stamp: it is not valid then. */
  long tryOptimisticRead() {
    lookAtVersion().readsOptimistically = true;
    return isWritten() ? NONE : version;
  }

  boolean validate(long stamp) {
    lookAtVersion().readsOptimistically = false;
    return isOfThisVersion(stamp);
  }

  private ProgramThread lookAtVersion() {
    ProgramThread self = now.current;
    now.stand(self, OpKind.READ, number, null, -1);
    now.clocks.acquire(self, number);
    int event = record(self, OpKind.READ, SHARED, 0, Trace.NONE);
    note(event);
    return self;
  }

  // --- conversions

  /** As in the JDK: to a write stamp, if nobody else holds the lock. */
  long toWrite(long stamp) {
    ProgramThread self = now.current;
    now.stand(self, OpKind.TRY_WRITE_LOCK, number, null, -1);
    long kind = stamp & HOLDS;
    if (isOfThisVersion(stamp)) {
      if (isWritten() && kind == WRITER) {
        missesWrite(self);
        return stamp;
      }
      if (!isWritten() && readerCount == (kind == 0 ? 0 : 1)) {
        long converted = takeWrite(self, OpKind.TRY_WRITE_LOCK, Trace.SAME_MODES);
        if (kind != 0) {
          now.stand(self, OpKind.READ_UNLOCK, number, null, -1);
          giveRead(self);
        }
        return converted;
      }
    }
    missesWrite(self);
    return NONE;
  }

  /** As in the JDK: to a read stamp, if nobody else writes. */
  long toRead(long stamp) {
    ProgramThread self = now.current;
    now.stand(self, OpKind.TRY_READ_LOCK, number, null, -1);
    long kind = stamp & HOLDS;
    if (isOfThisVersion(stamp)) {
      if (kind == WRITER) {
        takeRead(self, OpKind.READ_LOCK, 0);
        unlockWrite();
        return version | READER;
      }
      if (kind == 0) {
        return takeRead(self, OpKind.TRY_READ_LOCK, Trace.SAME_MODES);
      }
    }
    boolean isHeld = isReadStamp(stamp) && readers() > 0;
    missesRead(self, (kind & READERS) == 0 ? SHARED : modesOfReader(self));
    return isHeld ? stamp : NONE;
  }

  /** As in the JDK: to an optimistic stamp, giving back what the stamp holds. */
  long toOptimistic(long stamp) {
    long kind = stamp & HOLDS;
    boolean isValid =
        kind >= WRITER ? unlockWrite(stamp) : kind == 0 ? validate(stamp) : unlockRead(stamp);
    now.current.readsOptimistically = isValid;
    return isValid ? version & ~WRITER : NONE;
  }

  // --- questions

  boolean isReadLocked() {
    return readHolds() > 0;
  }

  int readHolds() {
    look();
    return readers();
  }

  boolean isWriteLocked() {
    lookAtVersion();
    return isWritten();
  }

  String text() {
    look();
    return holds() == 0
        ? "[Unlocked]"
        : isWritten() ? "[Write-locked]" : "[Read-locks:" + readerCount + "]";
  }

  private void look() {
    ProgramThread self = now.current;
    now.stand(self, OpKind.READ, number, null, -1);
    note(record(self, OpKind.READ, LOOK, 0, Trace.NONE));
  }

  private void note(int event) {
    if (now.recordsDetails()) {
      now.details.value(event, now.current, holds());
    }
  }

  /** Records an operation before it changes anything. */
  private int record(ProgramThread self, OpKind kind, int modes, int rule, int link) {
    return now.record(self, kind, number, -1, modes, -1, holds(), 0, rule, link, -1);
  }
}
