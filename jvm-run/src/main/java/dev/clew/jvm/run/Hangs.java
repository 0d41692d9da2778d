package dev.clew.jvm.run;

import dev.clew.trace.Failure;
import java.util.HashSet;
import java.util.Set;

/**
 * Notices a thread that computes without end and without a visible operation, in loops of the
 * program.
 *
 * <p>Who goes round seldom may have been stopped with the whole process, so no round counts for
 * more than a second.
 */
public final class Hangs {
  private static final long LONGEST_ROUND = 1_000_000_000L;

  /** A loop that hung before is believed to hang again after a part of the time. */
  private static final int PARTS = 10;

  private final Execution execution;
  private int eventsSeen = -1;
  private long executionSeen = -1;
  private long last;
  private long spent;

  /** Where threads have hung. */
  private final Set<Integer> known = new HashSet<>();

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
    long now = System.nanoTime();
    boolean isSame = events == eventsSeen && execution.number == executionSeen;
    spent = isSame ? spent + Math.min(now - last, LONGEST_ROUND) : 0;
    last = now;
    eventsSeen = events;
    executionSeen = execution.number;
    boolean isKnown = spent > patienceNanos / PARTS && known.contains(execution.positions.here());
    if (isKnown || spent > patienceNanos) {
      hang();
    }
  }

  /** Without a fraction if there is none. */
  private String seconds() {
    long tenths = patienceNanos / 100_000_000L;
    return tenths % 10 == 0 ? String.valueOf(tenths / 10) : tenths / 10 + "." + tenths % 10;
  }

  private void hang() {
    ProgramThread self = execution.current;
    int position = execution.positions.here();
    known.add(position);
    execution.failures.add(
        Failure.Kind.HANG,
        self,
        position,
        "a loop without end: no visible operation for " + seconds() + " seconds");
    execution.breakOff(self);
  }
}
