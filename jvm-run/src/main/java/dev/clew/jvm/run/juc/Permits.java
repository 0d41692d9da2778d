package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Gate;
import dev.clew.jvm.run.Objects;
import dev.clew.jvm.run.ProgramThread;
import dev.clew.jvm.run.Shadow;
import dev.clew.jvm.run.StateLook;
import dev.clew.jvm.run.StateModel;
import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;

/**
 * The permits of a semaphore of one execution.
 *
 * <p>Every operation records how many there were: the search computes from that how many there
 * would have been in another order.
 */
final class Permits implements Gate, StateModel {
  private static final int ACQUIRE = Dependence.modes(OpKind.ACQUIRE, true);
  private static final int TAKEN = Dependence.modes(OpKind.TRY_ACQUIRE, true);
  private static final int REFUSED = Dependence.modes(OpKind.TRY_ACQUIRE, false);
  private static final int RELEASE = Dependence.modes(OpKind.RELEASE, true);
  private static final int MODIFY = Dependence.modes(OpKind.READ_MODIFY_WRITE, true);
  private static final int READ = Dependence.modes(OpKind.READ, true);

  private final Execution now;
  private final int number;
  private final LockQueue queue;
  private int available;

  Permits(Execution now, Shadow shadow, int available) {
    this.now = now;
    this.number = now.objects.part(shadow, Objects.STATE);
    this.queue = new LockQueue(now, shadow);
    this.available = available;
  }

  @Override
  public void addTo(StateLook look) {
    look.add(available);
    if (LockQueue.isKept(now)) {
      look.miss();
    }
  }

  /** Whether there are as many as a thread wants. */
  @Override
  public boolean isOpen(ProgramThread thread) {
    return available >= thread.amount;
  }

  // --- acquiring

  /** Acquires, whatever interrupts. */
  void acquire(int wanted) {
    if (LockQueue.isKept(now)) {
      if (tryAcquire(wanted)) {
        return;
      }
      queue.enter(now, now.current, false);
    }
    ProgramThread self = now.current;
    self.amount = wanted;
    now.stand(self, OpKind.ACQUIRE, number, this, -1);
    self.amount = 0;
    take(OpKind.ACQUIRE, ACQUIRE, wanted);
    queue.leave(now);
  }

  /**
   * Acquires unless interrupted.
   *
   * @param nanos how long to wait at most, negative for ever
   * @return false if the time ran out
   */
  boolean acquire(int wanted, long nanos) throws InterruptedException {
    ProgramThread self = now.current;
    now.threadModel.checkInterrupt(self, -1);
    if (nanos == 0) {
      return tryAcquire(wanted);
    }
    if (LockQueue.isKept(now)) {
      if (tryAcquire(wanted)) {
        return true;
      }
      queue.enter(now, self, false);
    }
    if (now.patience.givesUp(self, nanos, -1)) {
      return queue.leaveAfter(now, tryAcquire(wanted));
    }
    boolean isTaken = false;
    try {
      if (LockQueue.isKept(now)) {
        now.threadModel.checkInterrupt(self, -1);
      }
      self.amount = wanted;
      isTaken = now.threadModel.standInterruptibly(self, OpKind.ACQUIRE, number, this, -1, nanos);
    } finally {
      self.amount = 0;
      if (!isTaken) {
        queue.leave(now);
      }
    }
    if (isTaken) {
      take(OpKind.ACQUIRE, ACQUIRE, wanted);
      queue.leave(now);
    }
    return isTaken;
  }

  boolean tryAcquire(int wanted) {
    now.stand(now.current, OpKind.TRY_ACQUIRE, number, null, -1);
    boolean isTaken = available >= wanted;
    if (isTaken) {
      tell(take(OpKind.TRY_ACQUIRE, TAKEN, wanted), 1);
    } else {
      tell(record(OpKind.TRY_ACQUIRE, REFUSED, wanted), 0);
    }
    return isTaken;
  }

  /** How waiting for a permit of a semaphore that may be closed came to its end. */
  enum Waited {
    TAKEN,
    /** It is closed and has none: then nothing was changed. */
    CLOSED,
    GAVE_UP
  }

  /**
   * Acquires one permit of a semaphore that may be closed, whatever interrupts.
   *
   * @param nanos how long to wait at most, negative for ever
   */
  Waited acquireUnlessClosed(long nanos) {
    ProgramThread self = now.current;
    if (now.patience.givesUp(self, nanos, -1)) {
      return tryAcquireUnlessClosed();
    }
    self.amount = 1;
    boolean isInTime = true;
    if (nanos < 0) {
      now.stand(self, OpKind.ACQUIRE, number, this, -1);
    } else {
      isInTime = now.standTimed(self, OpKind.ACQUIRE, number, this, -1, nanos);
    }
    self.amount = 0;
    return isInTime ? takeUnlessClosed(OpKind.ACQUIRE) : Waited.GAVE_UP;
  }

  private Waited tryAcquireUnlessClosed() {
    now.stand(now.current, OpKind.TRY_ACQUIRE, number, null, -1);
    return takeUnlessClosed(OpKind.TRY_ACQUIRE);
  }

  private Waited takeUnlessClosed(OpKind kind) {
    now.clocks.acquire(now.current, number);
    boolean isTaken = available % Trace.LAST_PERMITS > 0;
    boolean isClosed = available >= Trace.LAST_PERMITS;
    int modes = Dependence.modes(kind, isTaken);
    int event =
        now.record(
            now.current, kind, number, -1, modes, -1, available, Trace.LAST_PERMITS, 1, -1, -1);
    if (kind == OpKind.TRY_ACQUIRE) {
      tell(event, isTaken ? 1 : 0);
    }
    available -= isTaken ? 1 : 0;
    return isTaken ? Waited.TAKEN : isClosed ? Waited.CLOSED : Waited.GAVE_UP;
  }

  private int take(OpKind kind, int modes, int taken) {
    now.clocks.acquire(now.current, number);
    int event = record(kind, modes, taken);
    available -= taken;
    return event;
  }

  /** Takes all there are: how many depends on all that came before. */
  int drain() {
    now.stand(now.current, OpKind.READ_MODIFY_WRITE, number, null, -1);
    int drained = available;
    tell(take(OpKind.READ_MODIFY_WRITE, MODIFY, drained), 0);
    return drained;
  }

  /** Takes some, even if there are none. */
  void reduce(int reduction) {
    now.stand(now.current, OpKind.READ_MODIFY_WRITE, number, null, -1);
    boolean isPossible = available - reduction <= available;
    int reduced = isPossible ? reduction : 0;
    int event = record(OpKind.READ_MODIFY_WRITE, MODIFY, reduced);
    available -= reduced;
    tell(event, available);
    if (!isPossible) {
      throw new Error("Permit count underflow");
    }
  }

  // --- releasing

  void release(int permits) {
    now.stand(now.current, OpKind.RELEASE, number, null, -1);
    boolean isPossible = available + permits >= available;
    int given = isPossible ? permits : 0;
    now.clocks.release(now.current, number);
    record(OpKind.RELEASE, RELEASE, given);
    available += given;
    if (!isPossible) {
      throw new Error("Maximum permit count exceeded");
    }
  }

  /** Lets all through from now on who find no permit. */
  void close() {
    release(Trace.LAST_PERMITS);
  }

  // --- questions

  int available() {
    ProgramThread self = now.current;
    now.stand(self, OpKind.READ, number, null, -1);
    now.clocks.acquire(self, number);
    tell(record(OpKind.READ, READ, 0), available);
    return available;
  }

  LockQueue queue() {
    return queue;
  }

  private int record(OpKind kind, int modes, int amount) {
    return now.record(now.current, kind, number, -1, modes, -1, available, 0, amount, -1, -1);
  }

  private void tell(int event, int value) {
    if (now.recordsDetails()) {
      now.details.value(event, now.current, value);
    }
  }
}
