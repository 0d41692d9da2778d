package dev.clew.report.story;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.audit.ClassFingerprint;
import dev.clew.trace.Meanings;
import dev.clew.trace.Trace;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An execution that a search ought to have explored and did not, as a finding about the tool. */
public final class MissedExecution {
  static final String WHY =
      "before clew says verified, executions at random have to be of classes that its search"
          + " explored. This one is not. The program is not to blame: either clew does not see"
          + " something by which these threads influence each other, or its search is wrong. Please"
          + " report it, with the replay file.";

  private static final int MOST_STEPS = 12;

  private MissedExecution() {}

  /**
   * The finding.
   *
   * @param missed the execution
   * @param visible the objects that were visible in it
   * @param nearest the one of the search that has most in common with it, null if not known
   */
  public static Finding of(
      Reenactment missed, List<Integer> visible, @Nullable Reenactment nearest) {
    Trace trace = missed.trace();
    int last = trace.size() - 1;
    return new Finding(
        FindingKind.UNEXPLORED,
        Finding.UNEXPLORED,
        "an execution that the search did not explore",
        nearest == null ? "" : compare(missed, nearest),
        List.of(last < 0 ? 0 : trace.thread(last)),
        last < 0 ? List.of() : List.of(trace.position(last)),
        -1,
        List.copyOf(visible),
        missed.steps());
  }

  private static String compare(Reenactment missed, Reenactment nearest) {
    int first = firstWithout(missed.trace(), eventsOf(nearest.trace()));
    int other = firstWithout(nearest.trace(), eventsOf(missed.trace()));
    StringBuilder text = new StringBuilder();
    if (first < missed.trace().size()) {
      text.append("step ").append(first + 1).append(", ").append(step(missed, first));
      text.append(", comes as in no execution of the search\n");
    } else {
      text.append("the search has these steps, but no execution that ends with them\n");
    }
    text.append("the nearest execution of the search:\n");
    int size = nearest.trace().size();
    int from = Math.max(0, Math.min(other - MOST_STEPS / 2, size - MOST_STEPS));
    if (from > 0) {
      text.append("  ...\n");
    }
    for (int i = from; i < Math.min(size, from + MOST_STEPS); i++) {
      text.append("  ").append(i + 1).append(". ").append(step(nearest, i)).append('\n');
    }
    return text.append(from + MOST_STEPS < size ? "  ...\n" : "").toString();
  }

  private static String step(Reenactment execution, int i) {
    EventWords words = new EventWords(execution.trace(), execution.names());
    return execution.names().thread(execution.trace().thread(i)) + ": " + words.operation(i);
  }

  /** The first event that is not among these; the size of the trace if there is none. */
  private static int firstWithout(Trace trace, Set<Long> events) {
    ClassFingerprint fingerprint = new ClassFingerprint(Meanings.NUMBERS);
    fingerprint.takeIn(trace);
    for (int i = 0; i < trace.size(); i++) {
      if (!events.contains(fingerprint.ofEvent(i))) {
        return i;
      }
    }
    return trace.size();
  }

  private static Set<Long> eventsOf(Trace trace) {
    ClassFingerprint fingerprint = new ClassFingerprint(Meanings.NUMBERS);
    fingerprint.takeIn(trace);
    Set<Long> events = new HashSet<>();
    for (int i = 0; i < trace.size(); i++) {
      events.add(fingerprint.ofEvent(i));
    }
    return events;
  }
}
