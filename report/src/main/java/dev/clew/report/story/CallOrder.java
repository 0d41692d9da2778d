package dev.clew.report.story;

import dev.clew.trace.Dependence;
import dev.clew.trace.EnclosingCall;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.Optional;

/**
 * Two threads call the same pool or future, one right after the other: the order may be why things
 * went as they did.
 *
 * @param first an event inside the earlier call
 * @param second an event inside the later one
 */
record CallOrder(int first, int second) {

  /** The last call of a thread that comes right after one of another thread. */
  static Optional<CallOrder> before(Reenactment reenactment, int thread) {
    Trace trace = reenactment.trace();
    Names names = reenactment.names();
    for (int second = trace.size() - 1; second > 0; second--) {
      if (trace.thread(second) == thread
          && isAccess(OpKind.of(trace.kind(second)))
          && isCalled(trace, names, second)) {
        int first = previous(trace, names, second);
        if (first >= 0 && trace.thread(first) != thread && !isOrdered(reenactment, first, second)) {
          return Optional.of(new CallOrder(first, second));
        }
      }
    }
    return Optional.empty();
  }

  /** Whether the thread of the second came after the first in any case. */
  private static boolean isOrdered(Reenactment reenactment, int first, int second) {
    HappensBefore order = reenactment.orderOf(second);
    int last = order.nextPredecessor(reenactment.trace().thread(second));
    return last >= 0 && (first == last || order.isBefore(first, last));
  }

  private static int previous(Trace trace, Names names, int second) {
    int first = second - 1;
    while (first >= 0
        && !(trace.object(first) == trace.object(second)
            && isCalled(trace, names, first)
            && Dependence.first(trace.modes(first)) != Dependence.READ)) {
      first--;
    }
    return first;
  }

  private static boolean isCalled(Trace trace, Names names, int event) {
    boolean isMeeting = OpKind.of(trace.kind(event)) == OpKind.ARRIVE;
    EnclosingCall call = isMeeting ? names.call(event) : names.callAround(event);
    return call != null && !call.isOnItsOwn();
  }

  private static boolean isAccess(OpKind kind) {
    return kind == OpKind.READ
        || kind == OpKind.READ_MODIFY_WRITE
        || kind == OpKind.ARRIVE
        || kind == OpKind.COMPARE_AND_SET;
  }

  /** What came before what, as a sentence. */
  String words(Trace trace, Names names, Places places) {
    return words(first, trace, names, places)
        + " came before "
        + words(second, trace, names, places)
        + ".";
  }

  private static String words(int event, Trace trace, Names names, Places places) {
    EnclosingCall call = names.call(event);
    String thread = names.thread(trace.thread(event));
    return (call == null ? "" : call.words()) + " of " + thread + places.bracket(event);
  }
}
