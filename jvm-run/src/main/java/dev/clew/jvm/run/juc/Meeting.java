package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Gate;
import dev.clew.jvm.run.Monitor;
import dev.clew.jvm.run.Objects;
import dev.clew.jvm.run.ProgramThread;
import dev.clew.jvm.run.Shadow;
import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.List;

/**
 * A place where threads meet and wait for each other: operations on a common state, each of which
 * may end waits.
 *
 * <p>What is between {@link #begin} and {@link #end} is one operation, that nothing on the same
 * place commutes with unless both only look; to go on after a wait is another. Where an operation
 * runs code of the program, nobody else gets at the state meanwhile: each is a lock and an unlock
 * then.
 */
final class Meeting {
  private static final int PASS = Dependence.modes(OpKind.PASS, true);

  /** The wait of one thread, or of several that wait for the same. */
  static class Wait implements Gate {
    /** The event that ended it, -1 as long as it lasts. */
    private int endedBy = Trace.NONE;

    private boolean isOver;

    /** All that happened before its end. */
    private int[] clock = new int[0];

    @Override
    public boolean isOpen(ProgramThread thread) {
      return endedBy >= 0;
    }
  }

  private final Execution now;
  private final int number;
  private final Monitor lock;
  private final boolean isLocked;

  /** Waits that end with the operation that is being done. */
  private final List<Wait> ending = new ArrayList<>();

  Meeting(Execution now, Shadow shadow, boolean isLocked) {
    this.now = now;
    this.number = now.objects.part(shadow, Objects.STATE);
    this.lock = new Monitor(number, now.objects.part(shadow, Objects.SECOND_STATE));
    this.isLocked = isLocked;
  }

  /** Whether code of the program runs in its operations. */
  boolean isLocked() {
    return isLocked;
  }

  // --- an operation

  void begin(OpKind kind) {
    if (isLocked) {
      now.monitors.lock(now.current, lock, -1);
      return;
    }
    now.stand(now.current, kind, number, null, -1);
    now.clocks.acquire(now.current, number);
  }

  /** Ends the operation; the value is what a report tells of the state before it. */
  void end(OpKind kind, int value) {
    ProgramThread self = now.current;
    if (isLocked) {
      boolean isLast = lock.holds == 1;
      now.monitors.unlock(self, lock, -1);
      if (isLast) {
        endWaits(now.events() - 1);
      }
      return;
    }
    if (kind != OpKind.READ) {
      now.clocks.release(self, number);
    }
    int modes = Dependence.modes(kind, true);
    int event = now.record(self, kind, number, -1, modes, -1, value, 0, 0, -1, -1);
    if (now.recordsDetails()) {
      now.details.value(event, self, value);
    }
    endWaits(event);
  }

  /** A wait ends with this operation. */
  void finish(Wait wait) {
    wait.isOver = true;
    wait.clock = now.current.clock.clone();
    ending.add(wait);
  }

  private void endWaits(int event) {
    for (Wait ended : ending) {
      ended.endedBy = event;
    }
    ending.clear();
  }

  // --- waiting

  /** Waits, whatever interrupts. */
  void await(Wait wait) {
    ProgramThread self = now.current;
    now.stand(self, OpKind.PASS, number, wait, -1);
    pass(self, wait);
  }

  /**
   * Waits unless interrupted.
   *
   * @param nanos how long at most, negative for ever
   * @param withdraw what to do if the wait has not ended when the thread gives up
   * @return false if the time ran out
   */
  boolean await(Wait wait, long nanos, Runnable withdraw) throws InterruptedException {
    ProgramThread self = now.current;
    InterruptedException interrupt = null;
    try {
      now.threadModel.checkInterrupt(self, -1);
      if (!now.patience.givesUp(self, nanos, -1)
          && now.threadModel.standInterruptibly(self, OpKind.PASS, number, wait, -1, nanos)) {
        pass(self, wait);
        return true;
      }
    } catch (InterruptedException e) {
      interrupt = e;
    }
    begin(OpKind.WRITE);
    boolean isTooLate = wait.isOver;
    if (!isTooLate) {
      withdraw.run();
    }
    end(OpKind.WRITE, 0);
    self.join(wait.clock, wait.clock.length);
    if (interrupt != null) {
      if (!isTooLate) {
        throw interrupt;
      }
      now.threadModel.interrupt(self, -1);
    }
    return isTooLate;
  }

  private void pass(ProgramThread self, Wait wait) {
    self.join(wait.clock, wait.clock.length);
    now.record(self, OpKind.PASS, -1, -1, PASS, -1, 0, 0, 0, wait.endedBy, -1);
  }
}
