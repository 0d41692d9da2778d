package dev.clew.explore;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The budget of a search, and how much of it is spent. The clock is not read in every execution.
 */
public final class Limits {
  private static final long SHORTEST_NANOS = 5_000_000;
  private static final long LONGEST_NANOS = 50_000_000;

  private final long executionLimit;
  private final boolean samples;
  private final @Nullable Duration time;
  private long start = System.nanoTime();
  private long lastLook = start;
  private long executionsBetweenLooks = 1;
  private long nextLook = 1;

  /** The budget of these options; the time begins to run. */
  public Limits(SearchOptions options) {
    samples = options.strategy().samples();
    time = options.budget().time();
    long wanted = options.budget().executions();
    executionLimit =
        samples && wanted == Long.MAX_VALUE && time == null ? StrategyKind.DEFAULT_SAMPLES : wanted;
  }

  /** Whether the executions are used up. */
  public Outcome.@Nullable End reached(long executions) {
    if (executions < executionLimit) {
      return null;
    }
    return samples ? Outcome.End.SAMPLED : Outcome.End.EXECUTION_LIMIT;
  }

  /**
   * Whether enough has happened to look at the clock: every 5 to 50 milliseconds, however long
   * executions take.
   */
  public boolean isTimeToLook(long allExecutions) {
    if (allExecutions < nextLook) {
      return false;
    }
    long now = System.nanoTime();
    long passed = now - lastLook;
    if (passed < SHORTEST_NANOS) {
      executionsBetweenLooks *= 2;
    } else if (passed > LONGEST_NANOS) {
      executionsBetweenLooks = Math.max(1, executionsBetweenLooks / 2);
    }
    lastLook = now;
    nextLook = allExecutions + executionsBetweenLooks;
    return true;
  }

  /** Has the clock be looked at after the next execution, as some took long. */
  void lookSoon() {
    executionsBetweenLooks = 1;
    nextLook = 0;
  }

  /** Whether the time is used up. */
  public Outcome.@Nullable End timeIsOver() {
    if (time == null || System.nanoTime() - start < time.toNanos()) {
      return null;
    }
    return samples ? Outcome.End.SAMPLED : Outcome.End.TIME_LIMIT;
  }

  /** The time spent so far. */
  public double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }

  /** Says that a search that is resumed has spent this time before. */
  void spent(double seconds) {
    start = System.nanoTime() - (long) (seconds * 1e9);
    lastLook = System.nanoTime();
  }
}
