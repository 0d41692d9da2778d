package dev.clew.report.story;

import dev.clew.trace.Dependence;
import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.Optional;

/**
 * A thread reads a variable, another one writes it, and the first one writes it without having
 * looked again.
 *
 * @param read the event of the read
 * @param lost the event of the write that is lost
 * @param write the event of the write that overwrites it
 */
record LostUpdate(int read, int lost, int write) {

  /** The last lost update among the events that matter. */
  static Optional<LostUpdate> in(Trace trace, Names names, boolean[] matters) {
    for (int write = matters.length - 1; write > 0; write--) {
      if (matters[write] && isBlind(trace, names, write)) {
        int read = previousAccess(trace, write);
        int lost = lastForeignWrite(trace, read, write);
        if (read >= 0 && OpKind.of(trace.kind(read)) == OpKind.READ && lost >= 0) {
          return Optional.of(new LostUpdate(read, lost, write));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isBlind(Trace trace, Names names, int write) {
    OpKind kind = OpKind.of(trace.kind(write));
    return kind == OpKind.WRITE
            && trace.amount(write) != Trace.FREES
            && names.callAround(write) == null
        || kind == OpKind.READ_MODIFY_WRITE && names.isBlindWrite(write);
  }

  /** The previous access of the thread of a write to the variable it writes, -1 if none. */
  private static int previousAccess(Trace trace, int write) {
    int i = write - 1;
    while (i >= 0
        && !(trace.thread(i) == trace.thread(write) && trace.object(i) == trace.object(write))) {
      i--;
    }
    return i;
  }

  private static int lastForeignWrite(Trace trace, int from, int write) {
    for (int i = write - 1; i > from; i--) {
      if (writes(trace, i, trace.object(write)) && trace.thread(i) != trace.thread(write)) {
        return i;
      }
    }
    return -1;
  }

  /** Whether event i changes a variable, or something that is a part of it. */
  static boolean changes(Trace trace, int i, int variable) {
    boolean changesPart =
        trace.other(i) == variable && (Dependence.second(trace.modes(i)) & Dependence.SHARE) != 0;
    return writes(trace, i, variable) || changesPart && isAccess(OpKind.of(trace.kind(i)));
  }

  private static boolean isAccess(OpKind kind) {
    return kind == OpKind.WRITE
        || kind == OpKind.READ_MODIFY_WRITE
        || kind == OpKind.COMPARE_AND_SET;
  }

  /** Whether event i changes the value of a variable. */
  static boolean writes(Trace trace, int i, int variable) {
    return trace.object(i) == variable && Dependence.first(trace.modes(i)) == Dependence.WRITE;
  }
}
