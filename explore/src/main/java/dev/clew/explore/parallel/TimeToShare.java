package dev.clew.explore.parallel;

/**
 * When a worker gives plans away. Depth first, the plans at hand are deep ones at first, with
 * little to explore below them, and everything above what is shared becomes slower.
 */
final class TimeToShare {
  private long nanosBefore = 20_000_000;
  private long executionsBefore;
  private long begunAt;
  private long begunWith;

  /** After so many executions, however long they take. */
  void setExecutions(long executions) {
    nanosBefore = 0;
    executionsBefore = executions;
  }

  /** A part begins, or was shared, after so many executions of all parts. */
  void begin(long executions) {
    begunAt = System.nanoTime();
    begunWith = executions;
  }

  /** The time since then. */
  long nanos() {
    return System.nanoTime() - begunAt;
  }

  boolean hasCome(long executions) {
    return nanos() >= nanosBefore && executions - begunWith >= executionsBefore;
  }
}
