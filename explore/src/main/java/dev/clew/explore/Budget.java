package dev.clew.explore;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far a search may go.
 *
 * @param executions the largest number of executions
 * @param time the longest time, null for no limit
 * @param steps the largest number of events of one execution
 * @param endless how many executions may be cut short for having more
 */
public record Budget(long executions, @Nullable Duration time, int steps, int endless) {
  /** Events of one execution, unless the user says otherwise. */
  public static final int DEFAULT_STEPS = 100_000;

  /** Executions without end that are met before a search gives up. */
  public static final int DEFAULT_ENDLESS = 100;

  /** A search that goes on after executions that do not end. */
  public Budget(long executions, @Nullable Duration time, int steps) {
    this(executions, time, steps, DEFAULT_ENDLESS);
  }

  /** No limit but that of one execution. */
  public static final Budget UNLIMITED = new Budget(Long.MAX_VALUE, null, DEFAULT_STEPS);
}
