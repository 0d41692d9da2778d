package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Trace;

/** Monitors and reentrant locks: to enter, to leave, to wait and to notify. */
public final class Monitors {
  private static final int LOCK = Dependence.modes(OpKind.LOCK, true);
  private static final int UNLOCK = Dependence.modes(OpKind.UNLOCK, true);
  private static final int WAIT = Dependence.modes(OpKind.WAIT, true);
  private static final int REACQUIRE = Dependence.modes(OpKind.REACQUIRE, true);
  private static final int CANCEL_WAIT = Dependence.modes(OpKind.CANCEL_WAIT, true);
  private static final int NOTIFY = Dependence.modes(OpKind.NOTIFY, true);
  private static final int NOTIFY_NOBODY = Dependence.modes(OpKind.NOTIFY, false);
  private static final int NOTIFY_ALL = Dependence.modes(OpKind.NOTIFY_ALL, true);
  private static final int NOTIFY_ALL_NOBODY = Dependence.modes(OpKind.NOTIFY_ALL, false);

  private final Execution execution;

  public Monitors(Execution execution) {
    this.execution = execution;
  }

  /** The monitor of an object. */
  public Monitor of(Object object) {
    Shadow shadow = execution.shadows.of(object);
    Monitor monitor = shadow.monitor;
    if (monitor == null) {
      int number = execution.objects.part(shadow, Objects.MONITOR);
      monitor = new Monitor(number, execution.objects.part(shadow, Objects.CONDITION));
      shadow.monitor = monitor;
    }
    return monitor;
  }

  public void enter(Object object, int site) {
    execution.shadows.demandNumber(execution.shadows.of(object));
    lock(execution.current, of(object), site);
  }

  public void exit(Object object, int site) {
    ProgramThread self = execution.current;
    Monitor monitor = of(object);
    if (monitor.holder != self) {
      throw new IllegalMonitorStateException("current thread is not owner");
    }
    unlock(self, monitor, site);
  }

  public boolean isHeld(Object object) {
    execution.initialisers.notice(execution.current);
    return of(object).holder == execution.current;
  }

  // --- locking

  /** Acquires a monitor, once more if the thread holds it. */
  public void lock(ProgramThread self, Monitor monitor, int site) {
    if (monitor.holder == self) {
      monitor.holds++;
      Spins.holdsAgain(self, monitor.number, false, 1);
      execution.initialisers.notice(self);
      return;
    }
    execution.stand(self, OpKind.LOCK, monitor.number, monitor, site);
    taken(self, monitor, OpKind.LOCK, LOCK);
  }

  /** Records that a monitor was acquired, for the first time. */
  public void taken(ProgramThread self, Monitor monitor, OpKind kind, int modes) {
    execution.clocks.acquire(self, monitor.number);
    monitor.take(self, 1, execution.record(self, kind, monitor.number, modes));
  }

  /** Gives back one hold of a monitor that the thread holds. */
  public void unlock(ProgramThread self, Monitor monitor, int site) {
    if (monitor.holds > 1) {
      monitor.holds--;
      Spins.holdsAgain(self, monitor.number, false, -1);
      return;
    }
    execution.stand(self, OpKind.UNLOCK, monitor.number, null, site);
    execution.clocks.release(self, monitor.number);
    monitor.holder = null;
    record(self, OpKind.UNLOCK, monitor.number, -1, UNLOCK, 0, monitor.acquiredBy);
  }

  // --- waiting

  /**
   * Waits in a wait set of a monitor that the thread holds.
   *
   * @param nanos how long at most, negative for ever
   * @return false if the time ran out
   */
  public boolean await(ProgramThread self, Monitor monitor, WaitSet set, int site, long nanos)
      throws InterruptedException {
    execution.threadModel.checkInterrupt(self, site);
    int end = execution.patience.ofWait(self, nanos, site);
    if (end != Patience.WAITS) {
      giveWay(self, monitor, site);
      return end == Patience.WAKES_UP;
    }
    boolean notified = awaitCancellable(self, monitor, set, site, nanos, true);
    if (self.wasCancelled) {
      throw new InterruptedException();
    }
    return notified;
  }

  /** Gives a monitor back for a moment, all holds of it. */
  private void giveWay(ProgramThread self, Monitor monitor, int site) {
    int holds = monitor.holds;
    monitor.holds = 1;
    unlock(self, monitor, site);
    lock(self, monitor, site);
    monitor.holds = holds;
  }

  /** Waits; {@link ProgramThread#wasCancelled} tells whether an interrupt ended the wait. */
  public boolean awaitCancellable(
      ProgramThread self,
      Monitor monitor,
      WaitSet set,
      int site,
      long nanos,
      boolean isInterruptible) {
    execution.stand(self, OpKind.WAIT, monitor.number, null, site);
    int holds = monitor.holds;
    self.savedHolds = holds;
    execution.clocks.release(self, monitor.number);
    record(self, OpKind.WAIT, monitor.number, set.number, WAIT, set.size(), monitor.acquiredBy);
    monitor.holder = null;
    stayIn(set, self, monitor.number, monitor, site, nanos, isInterruptible);
    execution.clocks.acquire(self, monitor.number);
    int rule = isInterruptible ? 0 : Trace.UNINTERRUPTIBLE;
    int event =
        execution.record(
            self,
            OpKind.REACQUIRE,
            monitor.number,
            -1,
            REACQUIRE,
            -1,
            0,
            0,
            rule,
            self.endedBy,
            -1);
    monitor.take(self, holds, event);
    self.savedHolds = 0;
    return !self.gaveUp;
  }

  /**
   * Stays in a wait set until the wait has ended and the thread can come back.
   *
   * @param object what it needs to come back, -1 if nothing
   * @param gate whether it can come back, or leave the wait set by itself
   */
  public void stayIn(
      WaitSet set,
      ProgramThread self,
      int object,
      Gate gate,
      int site,
      long nanos,
      boolean isInterruptible) {
    self.wasCancelled = false;
    self.gaveUp = false;
    self.ignoresInterrupts = !isInterruptible;
    self.amount = isInterruptible ? 0 : Trace.UNINTERRUPTIBLE;
    set.add(self);
    standToComeBack(self, object, gate, site, nanos);
    while (self.waitsIn != null) {
      cancel(self, set);
      standToComeBack(self, object, gate, site, nanos);
    }
    self.ignoresInterrupts = false;
    self.amount = 0;
  }

  private void standToComeBack(ProgramThread self, int object, Gate gate, int site, long nanos) {
    if (nanos >= 0) {
      boolean gaveUp = self.gaveUp;
      execution.standTimed(self, OpKind.REACQUIRE, object, gate, site, nanos);
      self.gaveUp |= gaveUp;
    } else {
      execution.stand(self, OpKind.REACQUIRE, object, gate, site);
    }
  }

  /** An interrupted waiter leaves the wait set by itself. */
  private void cancel(ProgramThread self, WaitSet set) {
    int status = execution.objects.interrupts(self.number);
    execution.clocks.acquire(self, status);
    int before = set.size();
    set.remove(self, execution.events(), true);
    self.isInterrupted = false;
    execution.record(
        self, OpKind.CANCEL_WAIT, set.number, status, CANCEL_WAIT, -1, before, 0, 0, -1, -1);
  }

  /** Ends the wait of one thread, if any waits. */
  public void notifyOne(ProgramThread self, WaitSet set, int site) {
    self.alternatives = set;
    execution.stand(self, OpKind.NOTIFY, set.number, null, site);
    int before = set.size();
    int amount = set.isInOrder ? Trace.IN_ORDER : 0;
    ProgramThread woken = set.find(execution.label());
    if (woken == null) {
      if (execution.label() >= 0) {
        execution.fail(
            new ReplayDivergence(
                execution.events(),
                "thread " + execution.threads.key(execution.label()) + " is not next"),
            self);
      }
      execution.record(
          self, OpKind.NOTIFY, set.number, -1, NOTIFY_NOBODY, -1, 0, 0, amount, -1, -1);
      return;
    }
    set.remove(woken, execution.events(), false);
    execution.record(
        self, OpKind.NOTIFY, set.number, -1, NOTIFY, woken.number, before, 0, amount, -1, -1);
  }

  /** Ends the wait of all threads. */
  public void notifyAll(ProgramThread self, WaitSet set, int site) {
    execution.stand(self, OpKind.NOTIFY_ALL, set.number, null, site);
    int before = set.size();
    while (set.size() > 0) {
      set.remove(set.get(0), execution.events(), false);
    }
    int modes = before > 0 ? NOTIFY_ALL : NOTIFY_ALL_NOBODY;
    record(self, OpKind.NOTIFY_ALL, set.number, -1, modes, before, -1);
  }

  private int record(
      ProgramThread self, OpKind kind, int object, int other, int modes, int before, int link) {
    return execution.record(self, kind, object, other, modes, -1, before, 0, 0, link, -1);
  }
}
