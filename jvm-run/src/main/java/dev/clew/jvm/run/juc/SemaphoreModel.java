package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Shadow;
import java.util.Collection;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Semaphores. A fair one is like any other: whoever can acquire may, which covers more. */
@Models(Semaphore.class)
public final class SemaphoreModel {
  private static final long FOR_EVER = -1;

  private SemaphoreModel() {}

  public static void created(Semaphore self, int permits) {
    Execution now = Controlled.enter();
    try {
      Shadow shadow = now.shadows.register(self, -1);
      shadow.model = new Permits(now, shadow, permits);
    } finally {
      Hooks.leave(now);
    }
  }

  public static void created(Semaphore self, int permits, boolean fair) {
    created(self, permits);
  }

  private static Permits of(Execution now, Semaphore self) {
    Shadow shadow = now.shadows.of(self);
    if (shadow.model instanceof Permits known) {
      return known;
    }
    Permits permits = new Permits(now, shadow, self.availablePermits());
    shadow.model = permits;
    return permits;
  }

  private static void checkNotNegative(int permits) {
    if (permits < 0) {
      throw new IllegalArgumentException();
    }
  }

  // --- acquiring

  public static void acquire(Semaphore self) throws InterruptedException {
    acquire(self, 1);
  }

  public static void acquire(Semaphore self, int permits) throws InterruptedException {
    checkNotNegative(permits);
    acquire(self, permits, FOR_EVER);
  }

  public static boolean tryAcquire(Semaphore self, long timeout, TimeUnit unit)
      throws InterruptedException {
    return tryAcquire(self, 1, timeout, unit);
  }

  public static boolean tryAcquire(Semaphore self, int permits, long timeout, TimeUnit unit)
      throws InterruptedException {
    checkNotNegative(permits);
    return acquire(self, permits, Math.max(unit.toNanos(timeout), 0));
  }

  private static boolean acquire(Semaphore self, int permits, long nanos)
      throws InterruptedException {
    Execution now = Controlled.enter();
    try {
      return of(now, self).acquire(permits, nanos);
    } finally {
      Hooks.leave(now);
    }
  }

  public static void acquireUninterruptibly(Semaphore self) {
    acquireUninterruptibly(self, 1);
  }

  public static void acquireUninterruptibly(Semaphore self, int permits) {
    checkNotNegative(permits);
    Execution now = Controlled.enter();
    try {
      of(now, self).acquire(permits);
    } finally {
      Hooks.leave(now);
    }
  }

  /**
   * Acquires one permit of a semaphore that other models may {@linkplain #close close}.
   *
   * @param nanos how long to wait at most, negative for ever
   */
  static Permits.Waited acquireUnlessClosed(Semaphore self, long nanos) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).acquireUnlessClosed(nanos);
    } finally {
      Hooks.leave(now);
    }
  }

  /** From now on nobody waits who finds no permit, and permits are still for who comes first. */
  static void close(Semaphore self) {
    Execution now = Controlled.enter();
    try {
      of(now, self).close();
    } finally {
      Hooks.leave(now);
    }
  }

  public static boolean tryAcquire(Semaphore self) {
    return tryAcquire(self, 1);
  }

  public static boolean tryAcquire(Semaphore self, int permits) {
    checkNotNegative(permits);
    Execution now = Controlled.enter();
    try {
      return of(now, self).tryAcquire(permits);
    } finally {
      Hooks.leave(now);
    }
  }

  public static int drainPermits(Semaphore self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).drain();
    } finally {
      Hooks.leave(now);
    }
  }

  public static void reducePermits(Semaphore self, int reduction) {
    checkNotNegative(reduction);
    Execution now = Controlled.enter();
    try {
      of(now, self).reduce(reduction);
    } finally {
      Hooks.leave(now);
    }
  }

  // --- releasing

  public static void release(Semaphore self) {
    release(self, 1);
  }

  public static void release(Semaphore self, int permits) {
    checkNotNegative(permits);
    Execution now = Controlled.enter();
    try {
      of(now, self).release(permits);
    } finally {
      Hooks.leave(now);
    }
  }

  // --- questions

  public static int availablePermits(Semaphore self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).available();
    } finally {
      Hooks.leave(now);
    }
  }

  public static boolean hasQueuedThreads(Semaphore self) {
    return getQueueLength(self) > 0;
  }

  public static int getQueueLength(Semaphore self) {
    return getQueuedThreads(self).size();
  }

  public static Collection<Thread> getQueuedThreads(Semaphore self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).queue().toAcquire(now);
    } finally {
      Hooks.leave(now);
    }
  }

  public static String toString(Semaphore self) {
    return DefaultText.of(self) + "[Permits = " + availablePermits(self) + "]";
  }
}
