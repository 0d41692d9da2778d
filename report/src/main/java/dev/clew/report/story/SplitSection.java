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
          if (takesSame && isOwn && between >= 0) {
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

  private static boolean takes(Trace trace, int i, int lock) {
    OpKind kind = OpKind.of(trace.kind(i));
    return trace.object(i) == lock && (kind == OpKind.LOCK || kind == OpKind.WRITE_LOCK);
  }
}
