package dev.clew.explore;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The budget of a search, and how much of it is spent. The clock is read only after some work was done. */
final class Limits {
  private static final long EVENTS_BETWEEN_LOOKS = 20_000;
  private static final long EXECUTIONS_BETWEEN_LOOKS = 1_000;

  private final long executionLimit;
  private final boolean samples;
  private final @Nullable Duration time;
  private long start = System.nanoTime();
  private long nextEvents = EVENTS_BETWEEN_LOOKS;
  private long nextExecutions = EXECUTIONS_BETWEEN_LOOKS;

  Limits(SearchOptions options) {
    samples = options.strategy().samples();
    time = options.budget().time();
    long wanted = options.budget().executions();
    executionLimit =
        samples && wanted == Long.MAX_VALUE && time == null ? StrategyKind.DEFAULT_SAMPLES : wanted;
  }

  /** Whether the executions are used up. */
  Outcome.@Nullable End reached(long executions) {
    if (executions < executionLimit) {
      return null;
    }
    return samples ? Outcome.End.SAMPLED : Outcome.End.EXECUTION_LIMIT;
  }

  /** Whether enough has happened to look at the clock. */
  boolean isTimeToLook(long executions, long transitions) {
    if (transitions < nextEvents && executions < nextExecutions) {
      return false;
    }
    nextEvents = transitions + EVENTS_BETWEEN_LOOKS;
    nextExecutions = executions + EXECUTIONS_BETWEEN_LOOKS;
    return true;
  }

  /** Whether the time is used up. */
  Outcome.@Nullable End timeIsOver() {
    if (time == null || System.nanoTime() - start < time.toNanos()) {
      return null;
    }
    return samples ? Outcome.End.SAMPLED : Outcome.End.TIME_LIMIT;
  }

  double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }

  /** Says that a search that is resumed has spent this time before. */
  void spent(double seconds) {
    start = System.nanoTime() - (long) (seconds * 1e9);
  }
}
