package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.ProgramThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock.WriteLock;
import org.jspecify.annotations.Nullable;

/** The writing half of a {@link ReentrantReadWriteLockModel read-write lock}. */
@Models(WriteLock.class)
public final class WriteLockModel {
  private static final long FOR_EVER = -1;

  private WriteLockModel() {}

  public static void created(WriteLock self, ReentrantReadWriteLock lock) {
    ReentrantReadWriteLockModel.belongs(self, lock);
  }

  static ReadWriteMutex of(Execution now, WriteLock self) {
    return ReentrantReadWriteLockModel.ofHalf(now, self);
  }

  public static void lock(WriteLock self) {
    Execution now = Controlled.enter();
    try {
      of(now, self).writeLock();
    } finally {
      Hooks.leave(now);
    }
  }

  public static void lockInterruptibly(WriteLock self) throws InterruptedException {
    Execution now = Controlled.enter();
    try {
      of(now, self).writeLock(FOR_EVER);
    } finally {
      Hooks.leave(now);
    }
  }

  public static boolean tryLock(WriteLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).tryWriteLock();
    } finally {
      Hooks.leave(now);
    }
  }

  public static boolean tryLock(WriteLock self, long timeout, TimeUnit unit)
      throws InterruptedException {
    long nanos = unit.toNanos(timeout);
    Execution now = Controlled.enter();
    try {
      if (nanos > 0) {
        return of(now, self).writeLock(nanos);
      }
      now.threadModel.checkInterrupt(now.current, -1);
      return of(now, self).tryWriteLock();
    } finally {
      Hooks.leave(now);
    }
  }

  public static void unlock(WriteLock self) {
    Execution now = Controlled.enter();
    try {
      of(now, self).writeUnlock();
    } finally {
      Hooks.leave(now);
    }
  }

  public static Condition newCondition(WriteLock self) {
    return LockCondition.of(self);
  }

  public static boolean isHeldByCurrentThread(WriteLock self) {
    return getHoldCount(self) > 0;
  }

  public static int getHoldCount(WriteLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).writeHolds();
    } finally {
      Hooks.leave(now);
    }
  }

  public static String toString(WriteLock self) {
    return DefaultText.of(self) + DefaultText.ofHolder(owner(self));
  }

  private static @Nullable Thread owner(WriteLock self) {
    Execution now = Controlled.enter();
    try {
      ProgramThread writer = of(now, self).writer();
      return writer == null ? null : writer.identity;
    } finally {
      Hooks.leave(now);
    }
  }
}
