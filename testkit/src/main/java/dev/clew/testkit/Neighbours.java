package dev.clew.testkit;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;

/** Events that come one right after the other. */
public final class Neighbours {
  private Neighbours() {}

  /**
   * Whether event i of a trace has to come before the next one, which is of another thread; if not
   * they can be swapped.
   */
  public static boolean areOrdered(Trace trace, int i) {
    int j = i + 1;
    OpKind first = OpKind.of(trace.kind(i));
    OpKind second = OpKind.of(trace.kind(j));
    if (first == OpKind.TIMEOUT || second == OpKind.TIMEOUT) {
      return true;
    }
    boolean enables =
        first == OpKind.START && trace.target(i) == trace.thread(j)
            || second == OpKind.JOIN && trace.target(j) == trace.thread(i)
            || second == OpKind.JOIN && first == OpKind.START && trace.target(i) == trace.target(j)
            || (second == OpKind.REACQUIRE || second == OpKind.PASS) && trace.link(j) == i;
    return enables
        || Dependence.conflict(
            trace.object(i),
            trace.other(i),
            trace.modes(i),
            trace.object(j),
            trace.other(j),
            trace.modes(j));
  }
}
