package dev.clew.report.story;

import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.Optional;

/**
 * A thread gives a lock back and takes it again, and another one has it in between: what the first
 * one saw under the lock may no longer hold.
 *
 * @param first the event with which it took the lock before
 * @param between the event with which the other one took it
 * @param second the event with which it took the lock again
 */
record SplitSection(int first, int between, int second) {

  /** The last one among the events that matter. */
  static Optional<SplitSection> in(Trace trace, boolean[] matters) {
    for (int second = matters.length - 1; second > 0; second--) {
      if (matters[second] && takes(trace, second, trace.object(second))) {
        int between = -1;
        for (int i = second - 1; i >= 0; i--) {
          boolean takesSame = takes(trace, i, trace.object(second));
          boolean isOwn = trace.thread(i) == trace.thread(second);
          if (takesSame && isOwn && between >= 0 && !isOrdered(trace, i, between, second)) {
            return Optional.of(new SplitSection(i, between, second));
          }
          if (takesSame && isOwn) {
            break;
          }
          between = takesSame && between < 0 ? i : between;
        }
      }
    }
    return Optional.empty();
  }

  /** Whether the other thread was started after the first, or had ended before the second. */
  private static boolean isOrdered(Trace trace, int first, int between, int second) {
    for (int i = first; i < second; i++) {
      OpKind kind = OpKind.of(trace.kind(i));
      boolean isOfOther = trace.target(i) == trace.thread(between);
      if (isOfOther && (kind == OpKind.START || kind == OpKind.JOIN)) {
        return true;
      }
    }
    return false;
  }

  private static boolean takes(Trace trace, int i, int lock) {
    OpKind kind = OpKind.of(trace.kind(i));
    return trace.object(i) == lock && (kind == OpKind.LOCK || kind == OpKind.WRITE_LOCK);
  }
}
