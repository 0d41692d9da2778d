package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Shadow;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Reentrant locks. A fair lock is like any other: what fairness makes impossible is explored too.
 *
 * <p>Holds beyond the first are no operations. Asking who holds a lock is one that reads, but
 * orders nothing.
 */
@Models(ReentrantLock.class)
public final class ReentrantLockModel {
  private static final long FOR_EVER = -1;

  private ReentrantLockModel() {}

  public static void created(ReentrantLock self) {
    Hooks.newObject(self, -1);
  }

  static ReentrantMutex of(Execution now, ReentrantLock self) {
    Shadow shadow = now.shadows.of(self);
    if (shadow.model instanceof ReentrantMutex known) {
      return known;
    }
    ReentrantMutex mutex = new ReentrantMutex(now, shadow);
    shadow.model = mutex;
    return mutex;
  }

  // --- acquiring and releasing

  public static void lock(ReentrantLock self) {
    Execution now = Controlled.enter();
    try {
      of(now, self).lock();
    } finally {
      Hooks.leave(now);
    }
  }

  public static void lockInterruptibly(ReentrantLock self) throws InterruptedException {
    Execution now = Controlled.enter();
    try {
      of(now, self).lock(FOR_EVER);
    } finally {
      Hooks.leave(now);
    }
  }

  public static boolean tryLock(ReentrantLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).tryLock();
    } finally {
      Hooks.leave(now);
    }
  }

  public static boolean tryLock(ReentrantLock self, long timeout, TimeUnit unit)
      throws InterruptedException {
    long nanos = unit.toNanos(timeout);
    Execution now = Controlled.enter();
    try {
      if (nanos > 0) {
        return of(now, self).lock(nanos);
      }
      now.threadModel.checkInterrupt(now.current, -1);
      return of(now, self).tryLock();
    } finally {
      Hooks.leave(now);
    }
  }

  public static void unlock(ReentrantLock self) {
    Execution now = Controlled.enter();
    try {
      of(now, self).unlock();
    } finally {
      Hooks.leave(now);
    }
  }

  // --- conditions

  public static Condition newCondition(ReentrantLock self) {
    return LockCondition.of(self);
  }

  public static boolean hasWaiters(ReentrantLock self, @Nullable Condition condition) {
    return !getWaitingThreads(self, condition).isEmpty();
  }

  public static int getWaitQueueLength(ReentrantLock self, @Nullable Condition condition) {
    return getWaitingThreads(self, condition).size();
  }

  public static Collection<Thread> getWaitingThreads(
      ReentrantLock self, @Nullable Condition condition) {
    Execution now = Controlled.enter();
    try {
      return LockCondition.waiters(now, of(now, self), condition);
    } finally {
      Hooks.leave(now);
    }
  }

  // --- questions

  public static int getHoldCount(ReentrantLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).holds();
    } finally {
      Hooks.leave(now);
    }
  }

  public static boolean isHeldByCurrentThread(ReentrantLock self) {
    return getHoldCount(self) > 0;
  }

  public static boolean isLocked(ReentrantLock self) {
    return getOwner(self) != null;
  }

  public static @Nullable Thread getOwner(ReentrantLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).owner();
    } finally {
      Hooks.leave(now);
    }
  }

  public static boolean hasQueuedThreads(ReentrantLock self) {
    return getQueueLength(self) > 0;
  }

  public static boolean hasQueuedThread(ReentrantLock self, @Nullable Thread thread) {
    if (thread == null) {
      throw new NullPointerException();
    }
    return getQueuedThreads(self).contains(thread);
  }

  public static int getQueueLength(ReentrantLock self) {
    return getQueuedThreads(self).size();
  }

  public static Collection<Thread> getQueuedThreads(ReentrantLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).queue().toAcquire(now);
    } finally {
      Hooks.leave(now);
    }
  }

  public static String toString(ReentrantLock self) {
    return DefaultText.of(self) + DefaultText.ofHolder(getOwner(self));
  }
}
