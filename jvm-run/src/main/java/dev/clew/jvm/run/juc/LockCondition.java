package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Objects;
import dev.clew.jvm.run.Patience;
import dev.clew.jvm.run.ProgramThread;
import dev.clew.jvm.run.Shadow;
import dev.clew.jvm.run.StateLook;
import dev.clew.jvm.run.StateModel;
import dev.clew.jvm.run.VirtualClock;
import dev.clew.jvm.run.WaitSet;
import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock.WriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A condition of a reentrant lock or a write lock that a program under control made.
 *
 * <p>It stands in for the JDK's own, to which it leaves everything where its lock is not modelled.
 * A signal wakes the thread that has waited longest, as these locks promise. Nobody wakes up
 * without a reason.
 */
final class LockCondition implements Condition, StateModel {
  private static final int READ = Dependence.modes(OpKind.READ, true);
  private static final long FOR_EVER = -1;

  private final Lock lock;
  private @Nullable Condition real;

  private LockCondition(Lock lock) {
    this.lock = lock;
  }

  /** A new condition of a lock that is modelled. */
  static LockCondition of(Lock lock) {
    LockCondition condition = new LockCondition(lock);
    Hooks.newObject(condition, -1);
    return condition;
  }

  private Condition real() {
    Condition made = real;
    if (made == null) {
      made = lock.newCondition();
      real = made;
    }
    return made;
  }

  private WaitSet waitSet(Execution now) {
    Shadow shadow = now.shadows.of(this);
    if (shadow.model instanceof WaitSet known) {
      return known;
    }
    WaitSet set = new WaitSet(now.objects.part(shadow, Objects.CONDITION), true);
    shadow.model = set;
    return set;
  }

  private ExclusiveLock lock(Execution now) {
    return lock instanceof WriteLock
        ? WriteLockModel.of(now, (WriteLock) lock)
        : ReentrantLockModel.of(now, (ReentrantLock) lock);
  }

  private ExclusiveLock held(Execution now) {
    ExclusiveLock exclusive = lock(now);
    if (!exclusive.isHeld()) {
      throw new IllegalMonitorStateException();
    }
    return exclusive;
  }

  @Override
  public void addTo(StateLook look) {
    Execution now = Hooks.execution();
    if (now == null || !(lock instanceof ReentrantLock)) {
      look.miss();
      return;
    }
    look.add(lock);
    look.add(waitSet(now));
  }

  // --- waiting

  @Override
  public void await() throws InterruptedException {
    if (Hooks.isControlled(lock)) {
      awaitFor(FOR_EVER);
    } else {
      real().await();
    }
  }

  @Override
  public void awaitUninterruptibly() {
    if (!Hooks.isControlled(lock)) {
      real().awaitUninterruptibly();
      return;
    }
    Execution now = Controlled.enter();
    try {
      ExclusiveLock exclusive = held(now);
      if (now.patience.ofWait(now.current, FOR_EVER, -1) == Patience.WAKES_UP) {
        exclusive.giveWay();
      } else {
        exclusive.await(waitSet(now), FOR_EVER, false);
      }
    } finally {
      Hooks.leave(now);
    }
  }

  @Override
  public long awaitNanos(long nanos) throws InterruptedException {
    if (!Hooks.isControlled(lock)) {
      return real().awaitNanos(nanos);
    }
    long begun = Cores.nanos();
    boolean isNotified = awaitFor(Math.max(nanos, 0));
    return isNotified ? nanos - (Cores.nanos() - begun) : Math.min(nanos, 0);
  }

  @Override
  public boolean await(long time, TimeUnit unit) throws InterruptedException {
    if (!Hooks.isControlled(lock)) {
      return real().await(time, unit);
    }
    return awaitFor(Math.max(unit.toNanos(time), 0));
  }

  @Override
  public boolean awaitUntil(Date deadline) throws InterruptedException {
    if (!Hooks.isControlled(lock)) {
      return real().awaitUntil(deadline);
    }
    long millis = deadline.getTime();
    Execution now = Controlled.enter();
    long nanos = VirtualClock.nanosUntil(now.current, millis);
    Hooks.leave(now);
    return awaitFor(nanos);
  }

  /** Waits; no time at all is to give the lock back for a moment. */
  private boolean awaitFor(long nanos) throws InterruptedException {
    Execution now = Controlled.enter();
    try {
      ProgramThread self = now.current;
      now.threadModel.checkInterrupt(self, -1);
      ExclusiveLock exclusive = held(now);
      int end = nanos == 0 ? Patience.GIVES_UP : now.patience.ofWait(self, nanos, -1);
      if (end != Patience.WAITS) {
        exclusive.giveWay();
        return end == Patience.WAKES_UP;
      }
      boolean isNotified = exclusive.await(waitSet(now), nanos, true);
      if (self.wasCancelled) {
        throw new InterruptedException();
      }
      return isNotified;
    } finally {
      Hooks.leave(now);
    }
  }

  // --- signalling

  @Override
  public void signal() {
    if (!Hooks.isControlled(lock)) {
      real().signal();
      return;
    }
    Execution now = Controlled.enter();
    try {
      ExclusiveLock exclusive = held(now);
      now.monitors.notifyOne(now.current, waitSet(now), -1);
      enqueueWoken(now, exclusive);
    } finally {
      Hooks.leave(now);
    }
  }

  @Override
  public void signalAll() {
    if (!Hooks.isControlled(lock)) {
      real().signalAll();
      return;
    }
    Execution now = Controlled.enter();
    try {
      ExclusiveLock exclusive = held(now);
      now.monitors.notifyAll(now.current, waitSet(now), -1);
      enqueueWoken(now, exclusive);
    } finally {
      Hooks.leave(now);
    }
  }

  /** Those whose wait the last event ended wait for the lock now. */
  private static void enqueueWoken(Execution now, ExclusiveLock exclusive) {
    int event = now.events() - 1;
    for (int t = 0; LockQueue.isKept(now) && t < now.threads.end(); t++) {
      ProgramThread thread = now.threads.find(t);
      if (thread != null && thread.endedBy == event) {
        exclusive.queue().enter(now, thread, false);
      }
    }
  }

  // --- questions

  /** The threads that wait at a condition of a lock which the running thread holds. */
  static Collection<Thread> waiters(
      Execution now, ExclusiveLock owner, @Nullable Condition condition) {
    if (condition == null) {
      throw new NullPointerException();
    }
    if (!(condition instanceof LockCondition) || ((LockCondition) condition).lock(now) != owner) {
      throw new IllegalArgumentException("not owner");
    }
    return ((LockCondition) condition).waiters(now);
  }

  private Collection<Thread> waiters(Execution now) {
    held(now);
    WaitSet set = waitSet(now);
    ProgramThread self = now.current;
    now.stand(self, OpKind.READ, set.number, null, -1);
    int event = now.recordAccess(self, OpKind.READ, set.number, READ, set.size(), 0);
    if (now.recordsDetails()) {
      now.details.value(event, self, set.size());
    }
    List<ProgramThread> waiters = new ArrayList<>();
    for (int i = 0; i < set.size(); i++) {
      waiters.add(set.get(i));
    }
    return LockQueue.identities(waiters);
  }
}
