package dev.clew.jvm.run;

import dev.clew.trace.Failure;

/** Notices a thread that computes without end and without a visible operation. */
public final class Hangs {
  private final Execution execution;
  private int eventsSeen = -1;
  private long executionSeen = -1;
  private long since;

  /** How long a thread may compute between two visible operations. */
  private long patienceNanos = 10_000_000_000L;

  Hangs(Execution execution) {
    this.execution = execution;
  }

  /** How long a thread may compute between two visible operations, from now on. */
  public void setPatience(long nanos) {
    patienceNanos = nanos;
  }

  /** Loops of the program went round many times. */
  void wentRound() {
    int events = execution.events();
    if (events != eventsSeen || execution.number != executionSeen) {
      eventsSeen = events;
      executionSeen = execution.number;
      since = System.nanoTime();
    } else if (System.nanoTime() - since > patienceNanos) {
      ProgramThread self = execution.current;
      execution.failures.add(
          Failure.Kind.HANG,
          self,
          execution.positions.here(),
          "a loop without end: no visible operation for "
              + patienceNanos / 1_000_000_000L
              + " seconds");
      execution.exit(self);
    }
  }
}
