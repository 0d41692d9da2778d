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
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A cyclic barrier of one execution.
 *
 * <p>To arrive, to break and to reset are one operation each, that nothing on the same barrier
 * commutes with; to pass is another. While a barrier action runs no other thread gets at the
 * barrier: where there is an action, each operation is a lock and an unlock instead.
 */
final class Barrier {
  private static final int PASS = Dependence.modes(OpKind.PASS, true);

  /** Those who wait for each other; what ends the wait of one ends that of all. */
  private static final class Generation implements Gate {
    boolean isOpen;
    boolean isBroken;

    /** The event that ended the wait, -1 as long as it lasts. */
    int endedBy = Trace.NONE;

    /** All that happened before the end of the wait. */
    int[] clock = new int[0];

    boolean isOver() {
      return isOpen || isBroken;
    }

    @Override
    public boolean isOpen(ProgramThread thread) {
      return endedBy >= 0;
    }
  }

  private final Execution now;
  private final int number;
  private final int parties;
  final @Nullable Runnable action;
  private final @Nullable Monitor lock;

  private Generation generation = new Generation();
  private int arrived;

  /** Generations whose wait ends with the operation that is being done. */
  private final List<Generation> ending = new ArrayList<>();

  Barrier(Execution now, Shadow shadow, int parties, @Nullable Runnable action) {
    this.now = now;
    this.number = now.objects.part(shadow, Objects.STATE);
    this.parties = parties;
    this.action = action;
    this.lock =
        action == null ? null : new Monitor(number, now.objects.part(shadow, Objects.SECOND_STATE));
  }

  // --- an operation

  private void begin(OpKind kind) {
    if (lock == null) {
      now.stand(now.current, kind, number, null, -1);
      if (kind == OpKind.READ) {
        now.clocks.acquire(now.current, number);
      }
    } else {
      now.monitors.lock(now.current, lock, -1);
    }
  }

  private void end(OpKind kind, int before) {
    ProgramThread self = now.current;
    if (lock == null) {
      if (kind != OpKind.READ) {
        now.clocks.release(self, number);
      }
      int modes = Dependence.modes(kind, true);
      int event = now.record(self, kind, number, -1, modes, -1, before, 0, 0, -1, -1);
      if (now.recordsDetails()) {
        now.details.value(event, self, before);
      }
      endWaits(event);
      return;
    }
    boolean isLast = lock.holds == 1;
    now.monitors.unlock(self, lock, -1);
    if (isLast) {
      endWaits(now.events() - 1);
    }
  }

  private void endWaits(int event) {
    for (Generation ended : ending) {
      ended.endedBy = event;
    }
    ending.clear();
  }

  // --- arriving

  /**
   * Arrives.
   *
   * @param nanos how long to wait at most, negative for ever
   * @return the index of the arrival, or 0 for the last one, who has to run the action if there is
   *     one, and to say how that ended
   */
  int await(long nanos) throws InterruptedException, BrokenBarrierException, TimeoutException {
    ProgramThread self = now.current;
    if (now.threadModel.isInterrupted(self, -1)) {
      breakBy(OpKind.WRITE);
      now.threadModel.checkInterrupt(self, -1);
    }
    begin(OpKind.ARRIVE);
    int before = arrived;
    if (generation.isBroken) {
      end(OpKind.ARRIVE, before);
      throw new BrokenBarrierException();
    }
    if (before == 0 && lock == null) {
      now.clocks.clear(number);
    }
    now.clocks.acquire(self, number);
    arrived++;
    if (arrived == parties) {
      if (action == null) {
        open();
        end(OpKind.ARRIVE, before);
      }
      return 0;
    }
    Generation mine = generation;
    if (nanos == 0) {
      breakNow();
      end(OpKind.ARRIVE, before);
      throw new TimeoutException();
    }
    end(OpKind.ARRIVE, before);
    pass(self, mine, nanos);
    return parties - 1 - before;
  }

  /** The action has run. */
  void opened() {
    open();
    end(OpKind.ARRIVE, 0);
  }

  /** The action has failed. */
  void failed() {
    breakNow();
    end(OpKind.ARRIVE, 0);
  }

  private void open() {
    Generation old = generation;
    old.isOpen = true;
    finish(old);
    next();
  }

  private void next() {
    generation = new Generation();
    arrived = 0;
  }

  private void finish(Generation old) {
    old.clock = now.current.clock.clone();
    ending.add(old);
  }

  // --- waiting

  private void pass(ProgramThread self, Generation mine, long nanos)
      throws InterruptedException, BrokenBarrierException, TimeoutException {
    InterruptedException interrupt = null;
    try {
      if (!now.patience.givesUp(self, nanos, -1)
          && now.threadModel.standInterruptibly(self, OpKind.PASS, number, mine, -1, nanos)) {
        self.join(mine.clock, mine.clock.length);
        now.record(self, OpKind.PASS, -1, -1, PASS, -1, 0, 0, 0, mine.endedBy, -1);
        checkBroken(mine);
        return;
      }
    } catch (InterruptedException e) {
      interrupt = e;
    }
    begin(OpKind.WRITE);
    boolean isTooLate = mine.isOver();
    if (!isTooLate) {
      breakNow();
    }
    end(OpKind.WRITE, arrived);
    self.join(mine.clock, mine.clock.length);
    if (isTooLate) {
      if (interrupt != null) {
        now.threadModel.interrupt(self, -1);
      }
      checkBroken(mine);
    } else if (interrupt != null) {
      throw interrupt;
    } else {
      throw new TimeoutException();
    }
  }

  private static void checkBroken(Generation mine) throws BrokenBarrierException {
    if (mine.isBroken) {
      throw new BrokenBarrierException();
    }
  }

  // --- breaking

  /** Breaks the barrier, unless it is broken. */
  private void breakBy(OpKind kind) throws BrokenBarrierException {
    begin(kind);
    boolean wasBroken = generation.isBroken;
    if (!wasBroken) {
      breakNow();
    }
    end(kind, arrived);
    if (wasBroken) {
      throw new BrokenBarrierException();
    }
  }

  private void breakNow() {
    generation.isBroken = true;
    arrived = 0;
    finish(generation);
  }

  void reset() {
    begin(OpKind.WRITE);
    if (!generation.isBroken) {
      breakNow();
    }
    next();
    end(OpKind.WRITE, 0);
  }

  // --- questions

  boolean isBroken() {
    begin(OpKind.READ);
    boolean isBroken = generation.isBroken;
    end(OpKind.READ, isBroken ? 1 : 0);
    return isBroken;
  }

  int numberWaiting() {
    begin(OpKind.READ);
    int waiting = arrived;
    end(OpKind.READ, waiting);
    return waiting;
  }
}
