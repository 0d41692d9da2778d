package dev.clew.jvm.run;

import dev.clew.trace.Failure;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Notices a thread that computes without end and without a visible operation, in loops of the
 * program.
 *
 * <p>A thread that gets no processor does not hang, nor one for which classes are loaded. The clock
 * says only when it is worth while to ask how much the thread has computed.
 */
public final class Hangs {
  /** A loop that hung before is believed to hang again after a part of the time. */
  private static final int PARTS = 10;

  /** So much of the time may pass before what is computed counts. */
  private static final int FREE_PARTS = 50;

  private final Execution execution;
  private int eventsSeen = -1;
  private long executionSeen = -1;
  private long since;

  /** Since when it computes; null if that is not worth while yet. */
  private @Nullable ProcessorTime computed;

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
    if (events != eventsSeen || execution.number != executionSeen) {
      since = now;
      computed = null;
      eventsSeen = events;
      executionSeen = execution.number;
    } else if (now - since > patienceNanos / FREE_PARTS) {
      judge(execution.runner());
    }
  }

  private void judge(Thread runner) {
    ProcessorTime time = computed;
    if (time == null || time.thread() != runner) {
      computed = new ProcessorTime(runner);
      return;
    }
    long spent = time.nanos();
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
