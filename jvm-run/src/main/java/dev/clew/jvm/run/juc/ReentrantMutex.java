package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Monitor;
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
import org.jspecify.annotations.Nullable;

/** A reentrant lock of one execution. */
final class ReentrantMutex implements ExclusiveLock, StateModel {
  private static final int LOCK = Dependence.modes(OpKind.LOCK, true);
  private static final int TAKEN = Dependence.modes(OpKind.TRY_LOCK, true);
  private static final int REFUSED = Dependence.modes(OpKind.TRY_LOCK, false);
  private static final int READ = Dependence.modes(OpKind.READ, true);

  private final Execution now;
  private final Monitor monitor;
  private final LockQueue queue;

  ReentrantMutex(Execution now, Shadow shadow) {
    this.now = now;
    this.monitor = new Monitor(now.objects.part(shadow, Objects.STATE), Trace.NONE);
    this.queue = new LockQueue(now, shadow);
  }

  @Override
  public void addTo(StateLook look) {
    look.add(monitor);
    if (LockQueue.isKept(now)) {
      look.miss();
    }
  }

  // --- acquiring

  void lock() {
    ProgramThread self = now.current;
    if (!takeAgain(self) && !takeWithoutQueue()) {
      now.stand(self, OpKind.LOCK, monitor.number, monitor, -1);
      take(self);
    }
  }

  /**
   * Acquires unless interrupted.
   *
   * @param nanos how long to wait at most, negative for ever
   * @return false if the time ran out
   */
  boolean lock(long nanos) throws InterruptedException {
    ProgramThread self = now.current;
    now.threadModel.checkInterrupt(self, -1);
    if (takeAgain(self) || takeWithoutQueue()) {
      return true;
    }
    if (now.patience.givesUp(self, nanos, -1)) {
      return queue.leaveAfter(now, tryLock());
    }
    boolean isTaken = queue.stand(now, OpKind.LOCK, monitor.number, monitor, nanos);
    if (isTaken) {
      take(self);
    }
    return isTaken;
  }

  /** Where queues are kept: acquires without waiting, or enters the queue. */
  private boolean takeWithoutQueue() {
    if (!LockQueue.isKept(now)) {
      return false;
    }
    boolean isTaken = tryLock();
    if (!isTaken) {
      queue.enter(now, now.current, false);
    }
    return isTaken;
  }

  private void take(ProgramThread self) {
    now.monitors.taken(self, monitor, OpKind.LOCK, LOCK);
    queue.leave(now);
  }

  private boolean takeAgain(ProgramThread self) {
    boolean isHeld = monitor.holder == self;
    if (isHeld) {
      now.initialisers.notice(self);
      monitor.holds++;
      Spins.holdsAgain(self, monitor.number, false, 1);
    }
    return isHeld;
  }

  boolean tryLock() {
    ProgramThread self = now.current;
    if (takeAgain(self)) {
      return true;
    }
    now.stand(self, OpKind.TRY_LOCK, monitor.number, null, -1);
    if (monitor.holder != null) {
      now.record(self, OpKind.TRY_LOCK, monitor.number, REFUSED);
      return false;
    }
    now.monitors.taken(self, monitor, OpKind.TRY_LOCK, TAKEN);
    return true;
  }

  // --- releasing

  void unlock() {
    if (!isHeld()) {
      throw new IllegalMonitorStateException();
    }
    now.monitors.unlock(now.current, monitor, -1);
  }

  @Override
  public void giveWay() {
    ProgramThread self = now.current;
    int holds = monitor.holds;
    monitor.holds = 1;
    now.monitors.unlock(self, monitor, -1);
    lock();
    monitor.holds = holds;
  }

  @Override
  public boolean await(WaitSet set, long nanos, boolean isInterruptible) {
    boolean isNotified =
        now.monitors.awaitCancellable(now.current, monitor, set, -1, nanos, isInterruptible);
    queue.leave(now);
    return isNotified;
  }

  // --- questions

  @Override
  public boolean isHeld() {
    now.initialisers.notice(now.current);
    return monitor.holder == now.current;
  }

  int holds() {
    return isHeld() ? monitor.holds : 0;
  }

  /** Who holds it, null if nobody does; another thread may know better. */
  @Nullable Thread owner() {
    ProgramThread self = now.current;
    now.stand(self, OpKind.READ, monitor.number, null, -1);
    ProgramThread holder = monitor.holder;
    int event = now.recordAccess(self, OpKind.READ, monitor.number, READ, 0, 0);
    if (now.recordsDetails()) {
      now.details.value(event, self, holder == null ? 0 : 1);
    }
    return holder == null ? null : holder.identity;
  }

  @Override
  public LockQueue queue() {
    return queue;
  }
}
