package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.ProgramThread;
import dev.clew.jvm.run.Shadow;
import java.util.Collection;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * Reentrant read-write locks. A fair lock is like any other, and a reader does not give way to a
 * writer that waits.
 *
 * <p>A thread that reads can read again, one that writes can write again and can read; all but the
 * last are no operations, where they are of the same kind. A thread that reads and wants to write
 * waits for itself.
 */
@Models(ReentrantReadWriteLock.class)
public final class ReentrantReadWriteLockModel {
  private ReentrantReadWriteLockModel() {}

  public static void created(ReentrantReadWriteLock self) {
    Hooks.newObject(self, -1);
  }

  static ReadWriteMutex of(Execution now, ReentrantReadWriteLock self) {
    Shadow shadow = now.shadows.of(self);
    if (shadow.model instanceof ReadWriteMutex known) {
      return known;
    }
    ReadWriteMutex mutex = new ReadWriteMutex(now, shadow);
    shadow.model = mutex;
    return mutex;
  }

  /** Remembers to which lock a read lock or a write lock belongs. */
  static void belongs(Lock half, ReentrantReadWriteLock whole) {
    Execution now = Controlled.enter();
    try {
      now.shadows.of(half).model = whole;
    } finally {
      Hooks.leave(now);
    }
  }

  /** What a read lock and a write lock have in common. */
  static ReadWriteMutex ofHalf(Execution now, Lock half) {
    Shadow shadow = now.shadows.of(half);
    if (shadow.model instanceof ReadWriteMutex known) {
      return known;
    }
    if (shadow.model instanceof ReentrantReadWriteLock whole) {
      ReadWriteMutex mutex = of(now, whole);
      shadow.model = mutex;
      return mutex;
    }
    throw new IllegalStateException(half.getClass().getName() + " belongs to no lock");
  }

  // --- who holds it

  public static @Nullable Thread getOwner(ReentrantReadWriteLock self) {
    Execution now = Controlled.enter();
    try {
      ProgramThread writer = of(now, self).writer();
      return writer == null ? null : writer.identity;
    } finally {
      Hooks.leave(now);
    }
  }

  public static boolean isWriteLocked(ReentrantReadWriteLock self) {
    return getOwner(self) != null;
  }

  public static boolean isWriteLockedByCurrentThread(ReentrantReadWriteLock self) {
    return getWriteHoldCount(self) > 0;
  }

  public static int getWriteHoldCount(ReentrantReadWriteLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).writeHolds();
    } finally {
      Hooks.leave(now);
    }
  }

  public static int getReadHoldCount(ReentrantReadWriteLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).readHolds();
    } finally {
      Hooks.leave(now);
    }
  }

  public static int getReadLockCount(ReentrantReadWriteLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).allReadHolds();
    } finally {
      Hooks.leave(now);
    }
  }

  public static String toString(ReentrantReadWriteLock self) {
    String state;
    Execution now = Controlled.enter();
    try {
      state = of(now, self).text();
    } finally {
      Hooks.leave(now);
    }
    return DefaultText.of(self) + state;
  }

  // --- who waits for it

  public static Collection<Thread> getQueuedWriterThreads(ReentrantReadWriteLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).queue().toWrite(now);
    } finally {
      Hooks.leave(now);
    }
  }

  public static Collection<Thread> getQueuedReaderThreads(ReentrantReadWriteLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).queue().toRead(now);
    } finally {
      Hooks.leave(now);
    }
  }

  public static Collection<Thread> getQueuedThreads(ReentrantReadWriteLock self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).queue().toAcquire(now);
    } finally {
      Hooks.leave(now);
    }
  }

  public static boolean hasQueuedThreads(ReentrantReadWriteLock self) {
    return getQueueLength(self) > 0;
  }

  public static boolean hasQueuedThread(ReentrantReadWriteLock self, @Nullable Thread thread) {
    if (thread == null) {
      throw new NullPointerException();
    }
    return getQueuedThreads(self).contains(thread);
  }

  public static int getQueueLength(ReentrantReadWriteLock self) {
    return getQueuedThreads(self).size();
  }

  // --- who waits at a condition

  public static boolean hasWaiters(ReentrantReadWriteLock self, @Nullable Condition condition) {
    return !getWaitingThreads(self, condition).isEmpty();
  }

  public static int getWaitQueueLength(ReentrantReadWriteLock self, @Nullable Condition condition) {
    return getWaitingThreads(self, condition).size();
  }

  public static Collection<Thread> getWaitingThreads(
      ReentrantReadWriteLock self, @Nullable Condition condition) {
    Execution now = Controlled.enter();
    try {
      return LockCondition.waiters(now, of(now, self), condition);
    } finally {
      Hooks.leave(now);
    }
  }
}
