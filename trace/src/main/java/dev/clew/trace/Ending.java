package dev.clew.trace;

/** Why an execution ended. */
public enum Ending {
  /** Every thread ended. */
  COMPLETED,
  /** No thread can go on, and some have not ended. */
  DEADLOCK,
  /**
   * Every thread that could go on is asleep: the continuation is covered elsewhere in the search.
   */
  SLEEP_BLOCKED,
  /** The {@link Guide} of the execution ended it: what comes after this state is known. */
  KNOWN_STATE,
  /** The execution reached the step limit of its schedule. */
  STEP_LIMIT
}
