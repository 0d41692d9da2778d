package dev.clew.explore;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far a search may go.
 *
 * @param executions the largest number of executions
 * @param time the longest time, null for no limit
 * @param steps the largest number of events of one execution
 */
public record Budget(long executions, @Nullable Duration time, int steps) {
  /** Events of one execution, unless the user says otherwise. */
  public static final int DEFAULT_STEPS = 100_000;

  /** No limit but that of one execution. */
  public static final Budget UNLIMITED = new Budget(Long.MAX_VALUE, null, DEFAULT_STEPS);
}
