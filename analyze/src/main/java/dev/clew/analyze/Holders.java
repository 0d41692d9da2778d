package dev.clew.analyze;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.List;

/** Who holds which lock at the end of a trace. */
final class Holders {
  private final Trace trace;

  Holders(Trace trace) {
    this.trace = trace;
  }

  /** The threads that a blocked thread waits for, where it waits for certain threads. */
  List<Integer> waitedFor(PendingOperations pending, int p) {
    return switch (OpKind.of(pending.kind(p))) {
      case LOCK, READ_LOCK, WRITE_LOCK -> holdersOf(pending.object(p));
      case REACQUIRE -> pending.target(p) >= 0 ? List.of() : holdersOf(pending.object(p));
      case JOIN -> List.of(pending.target(p));
      default -> List.of();
    };
  }

  private List<Integer> holdersOf(int lock) {
    List<Integer> holders = new ArrayList<>();
    boolean[] released = new boolean[trace.size()];
    for (int i = trace.size() - 1; i >= 0; i--) {
      if (trace.object(i) == lock) {
        switch (OpKind.of(trace.kind(i))) {
          case UNLOCK, WAIT, READ_UNLOCK, WRITE_UNLOCK -> released[trace.link(i)] = true;
          case LOCK, REACQUIRE, TRY_LOCK, READ_LOCK, TRY_READ_LOCK, WRITE_LOCK, TRY_WRITE_LOCK -> {
            boolean holds = Dependence.first(trace.modes(i)) != Dependence.READ && !released[i];
            if (holds && !holders.contains(trace.thread(i))) {
              holders.add(0, trace.thread(i));
            }
          }
          default -> {}
        }
      }
    }
    return holders;
  }
}
