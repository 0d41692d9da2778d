package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock.ReadLock;

/** The reading half of a {@link ReentrantReadWriteLockModel read-write lock}. */
@Models(ReadLock.class)
public final class ReadLockModel {
  private static final long FOR_EVER = -1;

  private ReadLockModel() {}

  public static void created(ReadLock self, ReentrantReadWriteLock lock) {
    ReentrantReadWriteLockModel.belongs(self, lock);
  }

  private static ReadWriteMutex of(Execution now, ReadLock self) {
    return ReentrantReadWriteLockModel.ofHalf(now, self);
  }

  public static void lock(ReadLock self) {
    Execution now = Controlled.enter();
    try {
      of(now, self).readLock();
    } finally {
      Hooks.leave(now);
    }
  }

  public static void lockInterruptibly(ReadLock self) throws InterruptedException {
    Execution now = Controlled.enter();
    try {
      of(now, self).readLock(FOR_EVER);
    } finally {
      Hooks.leave(now);
    }
  }

  public static boolean tryLock(ReadLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).tryReadLock();
    } finally {
      Hooks.leave(now);
    }
  }

  public static boolean tryLock(ReadLock self, long timeout, TimeUnit unit)
      throws InterruptedException {
    long nanos = unit.toNanos(timeout);
    Execution now = Controlled.enter();
    try {
      if (nanos > 0) {
        return of(now, self).readLock(nanos);
      }
      now.threadModel.checkInterrupt(now.current, -1);
      return of(now, self).tryReadLock();
    } finally {
      Hooks.leave(now);
    }
  }

  public static void unlock(ReadLock self) {
    Execution now = Controlled.enter();
    try {
      of(now, self).readUnlock();
    } finally {
      Hooks.leave(now);
    }
  }

  public static String toString(ReadLock self) {
    int holds;
    Execution now = Controlled.enter();
    try {
      holds = of(now, self).allReadHolds();
    } finally {
      Hooks.leave(now);
    }
    return DefaultText.of(self) + "[Read locks = " + holds + "]";
  }
}
