package dev.clew.testkit.written;

import dev.clew.testkit.Neighbours;
import dev.clew.trace.Failure;
import dev.clew.trace.OpKind;
import dev.clew.trace.Program;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Two independent events of a real trace that come one right after the other: executed in the
 * opposite order the program does the same, and comes to the same end.
 */
final class Swap {
  private static final int MAIN = 0;

  private final int[] threads;
  private final int[] labels;
  private final int at;
  private final boolean isOfJoinOfMain;

  private Swap(Trace trace, int at) {
    this.threads = new int[trace.size()];
    this.labels = new int[trace.size()];
    this.at = at;
    this.isOfJoinOfMain = trace.thread(at + 1) == MAIN && trace.kind(at + 1) == OpKind.JOIN.code();
    for (int i = 0; i < threads.length; i++) {
      threads[i] = trace.thread(i);
      labels[i] = trace.label(i);
    }
  }

  /** Adds swaps of a trace to a list that has room for so many. */
  static void addAll(Trace trace, int most, List<Swap> swaps) {
    for (int i = 0; i + 1 < trace.size() && swaps.size() < most; i++) {
      if (trace.thread(i) != trace.thread(i + 1) && !Neighbours.areOrdered(trace, i)) {
        swaps.add(new Swap(trace, i));
      }
    }
  }

  /** Whether the second event is one by which the main thread joins another. */
  boolean isOfJoinOfMain() {
    return isOfJoinOfMain;
  }

  /** What is different after the swap, empty if nothing is. */
  String difference(Program program, boolean withValues) {
    List<String> before = execute(program, withValues);
    exchange(threads);
    exchange(labels);
    List<String> after = execute(program, withValues);
    return before.equals(after)
        ? ""
        : "swapping the independent events "
            + at
            + " and "
            + (at + 1)
            + " matters:\n  "
            + before
            + "\n  "
            + after;
  }

  private void exchange(int[] values) {
    int value = values[at];
    values[at] = values[at + 1];
    values[at + 1] = value;
  }

  /** What each thread did, with the values that it saw, and how that ended. */
  private List<String> execute(Program program, boolean withValues) {
    Schedule schedule = new Schedule();
    schedule.recordDetails(true);
    for (int i = 0; i < threads.length; i++) {
      schedule.add(threads[i], labels[i]);
    }
    Trace trace = new Trace();
    program.run(schedule, trace);
    return description(trace, withValues);
  }

  /** What each thread did, with the values that it saw, and how that ended. */
  static List<String> description(Trace trace, boolean withValues) {
    TreeMap<Integer, StringBuilder> threads = new TreeMap<>();
    for (int i = 0; i < trace.size(); i++) {
      threads
          .computeIfAbsent(trace.thread(i), t -> new StringBuilder("thread " + t + ":"))
          .append(' ')
          .append(OpKind.of(trace.kind(i)))
          .append(List.of(trace.object(i), trace.modes(i), trace.label(i)))
          .append(withValues ? " of " + trace.value(i) : "");
    }
    List<String> all = new ArrayList<>(threads.values().stream().map(String::valueOf).toList());
    all.add(trace.ending().name());
    Set<String> failures = new TreeSet<>();
    for (Failure failure : trace.failures()) {
      failures.add(failure.thread() + " " + failure.message());
    }
    all.addAll(failures);
    for (int i = 0; i < trace.pending().size(); i++) {
      all.add("blocked: " + trace.pending().thread(i) + " " + trace.pending().kind(i));
    }
    return all;
  }
}
