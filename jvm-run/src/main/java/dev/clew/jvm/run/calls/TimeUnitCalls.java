package dev.clew.jvm.run.calls;

import java.util.concurrent.TimeUnit;

/** Waiting for some time, as {@link TimeUnit} does it for a program. */
@Replaces(TimeUnit.class)
public final class TimeUnitCalls {
  private TimeUnitCalls() {}

  /** Instead of {@link TimeUnit#sleep}. */
  public static void sleep(TimeUnit unit, long timeout, int site) throws InterruptedException {
    if (timeout > 0) {
      ThreadCalls.sleepNanos(unit.toNanos(timeout), site);
    }
  }

  /** Instead of {@link TimeUnit#timedJoin}. */
  public static void timedJoin(TimeUnit unit, Thread thread, long timeout, int site)
      throws InterruptedException {
    if (timeout > 0) {
      ThreadCalls.await(thread, unit.toNanos(timeout), site);
    }
  }

  /** Instead of {@link TimeUnit#timedWait}. */
  public static void timedWait(TimeUnit unit, Object object, long timeout, int site)
      throws InterruptedException {
    if (timeout > 0) {
      ObjectCalls.await(object, unit.toNanos(timeout), site);
    }
  }
}
