package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Shadow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;

/**
 * Stamped locks. They know no owners: a thread that holds one and acquires it again waits for
 * itself, and any thread can give back what another one acquired. A reader does not give way to a
 * writer that waits.
 *
 * <p>The views do what they do by calling the lock, and need no model. What a thread reads between
 * {@code tryOptimisticRead} and {@code validate} is no race, but a visible operation.
 */
@Models(StampedLock.class)
public final class StampedLockModel {
  private static final long FOR_EVER = -1;

  private StampedLockModel() {}

  public static void created(StampedLock self) {
    Hooks.newObject(self, -1);
  }

  private static StampedMutex of(Execution now, StampedLock self) {
    Shadow shadow = now.shadows.of(self);
    if (shadow.model instanceof StampedMutex known) {
      return known;
    }
    StampedMutex mutex = new StampedMutex(now, shadow);
    shadow.model = mutex;
    return mutex;
  }

  // --- writing

  public static long writeLock(StampedLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).writeLock();
    } finally {
      Hooks.leave(now);
    }
  }

  public static long writeLockInterruptibly(StampedLock self) throws InterruptedException {
    Execution now = Controlled.enter();
    try {
      return of(now, self).writeLock(FOR_EVER);
    } finally {
      Hooks.leave(now);
    }
  }

  public static long tryWriteLock(StampedLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).tryWriteLock();
    } finally {
      Hooks.leave(now);
    }
  }

  public static long tryWriteLock(StampedLock self, long time, TimeUnit unit)
      throws InterruptedException {
    long nanos = unit.toNanos(time);
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

  public static void unlockWrite(StampedLock self, long stamp) {
    Execution now = Controlled.enter();
    try {
      checkHeld(of(now, self).unlockWrite(stamp));
    } finally {
      Hooks.leave(now);
    }
  }

  private static void checkHeld(boolean isHeld) {
    if (!isHeld) {
      throw new IllegalMonitorStateException();
    }
  }

  public static void unstampedUnlockWrite(StampedLock self) {
    Execution now = Controlled.enter();
    try {
      checkHeld(of(now, self).unlockWrite());
    } finally {
      Hooks.leave(now);
    }
  }

  public static boolean tryUnlockWrite(StampedLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).unlockWrite();
    } finally {
      Hooks.leave(now);
    }
  }

  // --- reading

  public static long readLock(StampedLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).readLock();
    } finally {
      Hooks.leave(now);
    }
  }

  public static long readLockInterruptibly(StampedLock self) throws InterruptedException {
    Execution now = Controlled.enter();
    try {
      return of(now, self).readLock(FOR_EVER);
    } finally {
      Hooks.leave(now);
    }
  }

  public static long tryReadLock(StampedLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).tryReadLock();
    } finally {
      Hooks.leave(now);
    }
  }

  public static long tryReadLock(StampedLock self, long time, TimeUnit unit)
      throws InterruptedException {
    long nanos = unit.toNanos(time);
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

  public static void unlockRead(StampedLock self, long stamp) {
    Execution now = Controlled.enter();
    try {
      checkHeld(of(now, self).unlockRead(stamp));
    } finally {
      Hooks.leave(now);
    }
  }

  public static void unstampedUnlockRead(StampedLock self) {
    Execution now = Controlled.enter();
    try {
      checkHeld(of(now, self).unlockRead());
    } finally {
      Hooks.leave(now);
    }
  }

  public static boolean tryUnlockRead(StampedLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).unlockRead();
    } finally {
      Hooks.leave(now);
    }
  }

  // --- stamps

  public static long tryOptimisticRead(StampedLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).tryOptimisticRead();
    } finally {
      Hooks.leave(now);
    }
  }

  public static boolean validate(StampedLock self, long stamp) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).validate(stamp);
    } finally {
      Hooks.leave(now);
    }
  }

  public static long tryConvertToWriteLock(StampedLock self, long stamp) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).toWrite(stamp);
    } finally {
      Hooks.leave(now);
    }
  }

  public static long tryConvertToReadLock(StampedLock self, long stamp) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).toRead(stamp);
    } finally {
      Hooks.leave(now);
    }
  }

  public static long tryConvertToOptimisticRead(StampedLock self, long stamp) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).toOptimistic(stamp);
    } finally {
      Hooks.leave(now);
    }
  }

  // --- questions

  public static boolean isWriteLocked(StampedLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).isWriteLocked();
    } finally {
      Hooks.leave(now);
    }
  }

  public static boolean isReadLocked(StampedLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).isReadLocked();
    } finally {
      Hooks.leave(now);
    }
  }

  public static int getReadLockCount(StampedLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).readHolds();
    } finally {
      Hooks.leave(now);
    }
  }

  public static String toString(StampedLock self) {
    String state;
    Execution now = Controlled.enter();
    try {
      state = of(now, self).text();
    } finally {
      Hooks.leave(now);
    }
    return DefaultText.of(self) + state;
  }
}
