package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Gate;
import dev.clew.jvm.run.Objects;
import dev.clew.jvm.run.ProgramThread;
import dev.clew.jvm.run.Shadow;
import dev.clew.jvm.run.Spins;
import dev.clew.jvm.run.StateLook;
import dev.clew.jvm.run.StateModel;
import dev.clew.jvm.run.WaitSet;
import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A reentrant read-write lock of one execution.
 *
 * <p>What readers release is kept apart from what writers release: a reader sees what writers did
 * before, a writer sees what both did.
 */
final class ReadWriteMutex implements ExclusiveLock, StateModel {
  private static final int READ = Dependence.modes(OpKind.READ_LOCK, true);
  private static final int READ_TAKEN = Dependence.modes(OpKind.TRY_READ_LOCK, true);
  private static final int READ_REFUSED = Dependence.modes(OpKind.TRY_READ_LOCK, false);
  private static final int READ_GIVEN = Dependence.modes(OpKind.READ_UNLOCK, true);
  private static final int WRITE = Dependence.modes(OpKind.WRITE_LOCK, true);
  private static final int WRITE_TAKEN = Dependence.modes(OpKind.TRY_WRITE_LOCK, true);
  private static final int WRITE_REFUSED = Dependence.modes(OpKind.TRY_WRITE_LOCK, false);
  private static final int WRITE_GIVEN = Dependence.modes(OpKind.WRITE_UNLOCK, true);
  private static final int WAIT = Dependence.modes(OpKind.WAIT, true);
  private static final int LOOK = Dependence.modes(OpKind.READ, true);
  private static final int NOTHING = Dependence.pack(Dependence.NONE, Dependence.NONE);
  private static final Gate WAIT_HAS_ENDED =
      thread -> thread.waitsIn == null || thread.isInterrupted && !thread.ignoresInterrupts;

  private final Execution now;
  private final Shadow shadow;
  private final int number;

  /** What readers released is kept under this number; it stands in no trace. */
  private final int ofReaders;

  private final LockQueue queue;
  private final Gate readable;
  private final Gate writable;

  private @Nullable ProgramThread writer;
  private int writeHolds;

  /** The event by which the writer acquired it. */
  private int writtenBy = Trace.NONE;

  /** How many threads read. */
  private int readers;

  /** By thread number: how often it reads, and the event by which it acquired that. */
  private int[] readHolds = new int[4];

  private int[] readBy = new int[4];

  ReadWriteMutex(Execution now, Shadow shadow) {
    this.now = now;
    this.shadow = shadow;
    this.number = now.objects.part(shadow, Objects.STATE);
    this.ofReaders = now.objects.part(shadow, Objects.SECOND_STATE);
    this.queue = new LockQueue(now, shadow);
    this.readable = thread -> writer == null || writer == thread;
    this.writable = thread -> writer == null && readers == 0;
  }

  @Override
  public void addTo(StateLook look) {
    look.add(shadow);
    look.add(writer);
    look.add(writer == null ? 0 : writeHolds);
    for (int thread = 0; thread < readHolds.length; thread++) {
      if (readHolds[thread] > 0) {
        look.add(thread);
        look.add(readHolds[thread]);
      }
    }
    look.add(-1);
    if (LockQueue.isKept(now)) {
      look.miss();
    }
  }

  // --- reading

  void readLock() {
    ProgramThread self = now.current;
    if (!readAgain(self) && !isTakenAtOnce(true)) {
      now.stand(self, OpKind.READ_LOCK, number, readable, -1);
      takeRead(self, OpKind.READ_LOCK, READ);
    }
  }

  /** Acquires for reading unless interrupted; false if the time ran out. */
  boolean readLock(long nanos) throws InterruptedException {
    ProgramThread self = now.current;
    now.threadModel.checkInterrupt(self, -1);
    if (readAgain(self) || isTakenAtOnce(true)) {
      return true;
    }
    if (now.patience.givesUp(self, nanos, -1)) {
      return queue.leaveAfter(now, tryReadLock());
    }
    boolean isTaken = queue.stand(now, OpKind.READ_LOCK, number, readable, nanos);
    if (isTaken) {
      takeRead(self, OpKind.READ_LOCK, READ);
    }
    return isTaken;
  }

  boolean tryReadLock() {
    ProgramThread self = now.current;
    if (readAgain(self)) {
      return true;
    }
    now.stand(self, OpKind.TRY_READ_LOCK, number, null, -1);
    boolean isTaken = readable.isOpen(self);
    if (isTaken) {
      takeRead(self, OpKind.TRY_READ_LOCK, READ_TAKEN);
    } else {
      record(self, OpKind.TRY_READ_LOCK, READ_REFUSED, Trace.NONE);
    }
    return isTaken;
  }

  private boolean readAgain(ProgramThread self) {
    boolean reads = readHolds() > 0;
    if (reads) {
      now.initialisers.notice(self);
      readHolds[self.number]++;
      Spins.holdsAgain(self, number, true, 1);
    }
    return reads;
  }

  private void takeRead(ProgramThread self, OpKind kind, int modes) {
    now.clocks.acquire(self, number);
    if (self.number >= readHolds.length) {
      int capacity = Math.max(self.number + 1, 2 * readHolds.length);
      readHolds = Arrays.copyOf(readHolds, capacity);
      readBy = Arrays.copyOf(readBy, capacity);
    }
    readBy[self.number] = record(self, kind, modes, Trace.NONE);
    readHolds[self.number] = 1;
    readers++;
    queue.leave(now);
  }

  void readUnlock() {
    ProgramThread self = now.current;
    int holds = readHolds();
    if (holds == 0) {
      throw new IllegalMonitorStateException(
          "attempt to unlock read lock, not locked by current thread");
    }
    if (holds == 1) {
      now.stand(self, OpKind.READ_UNLOCK, number, null, -1);
      now.clocks.release(self, ofReaders);
      record(self, OpKind.READ_UNLOCK, READ_GIVEN, readBy[self.number]);
      readers--;
    } else {
      Spins.holdsAgain(self, number, true, -1);
    }
    readHolds[self.number] = holds - 1;
  }

  // --- writing

  void writeLock() {
    ProgramThread self = now.current;
    if (!writeAgain(self) && !isTakenAtOnce(false)) {
      now.stand(self, OpKind.WRITE_LOCK, number, writable, -1);
      takeWrite(self, OpKind.WRITE_LOCK, WRITE);
    }
  }

  /** Acquires for writing unless interrupted; false if the time ran out. */
  boolean writeLock(long nanos) throws InterruptedException {
    ProgramThread self = now.current;
    now.threadModel.checkInterrupt(self, -1);
    if (writeAgain(self) || isTakenAtOnce(false)) {
      return true;
    }
    if (now.patience.givesUp(self, nanos, -1)) {
      return queue.leaveAfter(now, tryWriteLock());
    }
    boolean isTaken = queue.stand(now, OpKind.WRITE_LOCK, number, writable, nanos);
    if (isTaken) {
      takeWrite(self, OpKind.WRITE_LOCK, WRITE);
    }
    return isTaken;
  }

  boolean tryWriteLock() {
    ProgramThread self = now.current;
    if (writeAgain(self)) {
      return true;
    }
    now.stand(self, OpKind.TRY_WRITE_LOCK, number, null, -1);
    boolean isTaken = writable.isOpen(self);
    if (isTaken) {
      takeWrite(self, OpKind.TRY_WRITE_LOCK, WRITE_TAKEN);
    } else {
      record(self, OpKind.TRY_WRITE_LOCK, WRITE_REFUSED, Trace.NONE);
    }
    return isTaken;
  }

  private boolean writeAgain(ProgramThread self) {
    boolean writes = writer == self;
    if (writes) {
      now.initialisers.notice(self);
      writeHolds++;
      Spins.holdsAgain(self, number, false, 1);
    }
    return writes;
  }

  private void takeWrite(ProgramThread self, OpKind kind, int modes) {
    now.clocks.acquire(self, number);
    now.clocks.acquire(self, ofReaders);
    writtenBy = record(self, kind, modes, Trace.NONE);
    writer = self;
    writeHolds = 1;
    queue.leave(now);
  }

  void writeUnlock() {
    if (!isHeld()) {
      throw new IllegalMonitorStateException();
    }
    ProgramThread self = now.current;
    if (writeHolds > 1) {
      writeHolds--;
      Spins.holdsAgain(self, number, false, -1);
      return;
    }
    now.stand(self, OpKind.WRITE_UNLOCK, number, null, -1);
    now.clocks.release(self, number);
    record(self, OpKind.WRITE_UNLOCK, WRITE_GIVEN, writtenBy);
    writer = null;
  }

  // --- both

  /** Where queues are kept: acquires without waiting, or enters the queue. */
  private boolean isTakenAtOnce(boolean toRead) {
    if (!LockQueue.isKept(now)) {
      return false;
    }
    boolean isTaken = toRead ? tryReadLock() : tryWriteLock();
    if (!isTaken) {
      queue.enter(now, now.current, toRead);
    }
    return isTaken;
  }

  /** Records an operation before it changes anything. */
  private int record(ProgramThread self, OpKind kind, int modes, int link) {
    int holds = readers + (writer == null ? 0 : 1);
    return now.record(self, kind, number, -1, modes, -1, holds, 0, 0, link, -1);
  }

  // --- the conditions of the write lock

  @Override
  public boolean isHeld() {
    return writer == now.current;
  }

  /**
   * The wait gives the lock back; to come back is an operation that needs no lock, and then the
   * lock is acquired like any other time.
   */
  @Override
  public boolean await(WaitSet set, long nanos, boolean isInterruptible) {
    ProgramThread self = now.current;
    now.stand(self, OpKind.WAIT, number, null, -1);
    int holds = writeHolds;
    now.clocks.release(self, number);
    now.record(self, OpKind.WAIT, number, set.number, WAIT, -1, set.size(), 0, 0, writtenBy, -1);
    writer = null;
    now.monitors.stayIn(set, self, Trace.NONE, WAIT_HAS_ENDED, -1, nanos, isInterruptible);
    int rule = isInterruptible ? 0 : Trace.UNINTERRUPTIBLE;
    now.record(self, OpKind.REACQUIRE, -1, -1, NOTHING, -1, 0, 0, rule, self.endedBy, -1);
    boolean isNotified = !self.gaveUp;
    boolean wasCancelled = self.wasCancelled;
    now.stand(self, OpKind.WRITE_LOCK, number, writable, -1);
    takeWrite(self, OpKind.WRITE_LOCK, WRITE);
    self.wasCancelled = wasCancelled;
    writeHolds = holds;
    return isNotified;
  }

  @Override
  public void giveWay() {
    int holds = writeHolds;
    writeHolds = 1;
    writeUnlock();
    writeLock();
    writeHolds = holds;
  }

  @Override
  public LockQueue queue() {
    return queue;
  }

  // --- questions

  /** How often the running thread reads. */
  int readHolds() {
    int self = now.current.number;
    return self < readHolds.length ? readHolds[self] : 0;
  }

  /** How often the running thread writes. */
  int writeHolds() {
    return isHeld() ? writeHolds : 0;
  }

  /** Who writes, null if nobody does. */
  @Nullable ProgramThread writer() {
    look();
    return writer;
  }

  /** How often all threads together read. */
  int allReadHolds() {
    look();
    int sum = 0;
    for (int holds : readHolds) {
      sum += holds;
    }
    return sum;
  }

  /** As the JDK has it: how often somebody writes and how often all threads together read. */
  String text() {
    int reads = allReadHolds();
    return "[Write locks = " + (writer == null ? 0 : writeHolds) + ", Read locks = " + reads + "]";
  }

  private void look() {
    ProgramThread self = now.current;
    now.stand(self, OpKind.READ, number, null, -1);
    int event = record(self, OpKind.READ, LOOK, Trace.NONE);
    if (now.recordsDetails()) {
      now.details.value(event, self, readers + (writer == null ? 0 : 1));
    }
  }
}
