package dev.clew.analyze;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.trace.Program;
import dev.clew.trace.Steps;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** An execution that ends with twice the same steps, after which all is as it was before. */
public final class Rounds {
  private Rounds() {}

  /** How many steps the last round of an execution has: as many as there can be, 0 if none. */
  public static int length(Trace trace) {
    int size = trace.size();
    for (int length = size / 2; length > 0; length--) {
      boolean isRound = true;
      for (int i = size - length; i < size && isRound; i++) {
        isRound = isSame(trace, i, i - length);
      }
      if (isRound) {
        return length;
      }
    }
    return 0;
  }

  private static boolean isSame(Trace trace, int one, int other) {
    return trace.thread(one) == trace.thread(other)
        && trace.kind(one) == trace.kind(other)
        && trace.object(one) == trace.object(other)
        && trace.other(one) == trace.other(other)
        && trace.modes(one) == trace.modes(other)
        && trace.label(one) == trace.label(other);
  }

  /**
   * What such an execution shows; nothing if it does not end with two rounds.
   *
   * @param hasDetails whether the trace has source positions
   */
  public static Optional<Finding> find(Trace trace, Program program, boolean hasDetails) {
    int from = trace.size() - length(trace);
    Set<Integer> threads = new TreeSet<>();
    Set<Integer> positions = new LinkedHashSet<>();
    for (int i = from; i < trace.size(); i++) {
      threads.add(trace.thread(i));
      if (hasDetails && program.names().line(trace.position(i)) > 0) {
        positions.add(trace.position(i));
      }
    }
    if (threads.isEmpty()) {
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    threads.forEach(thread -> names.add(program.names().thread(thread)));
    String who = String.join(" and ", names);
    return Optional.of(
        new Finding(
            FindingKind.LIVELOCK,
            Finding.ROUNDS,
            who + (names.size() == 1 ? " goes" : " go") + " round for ever",
            "",
            List.copyOf(threads),
            List.copyOf(positions),
            -1,
            List.of(),
            Steps.of(trace, trace.size())));
  }
}
