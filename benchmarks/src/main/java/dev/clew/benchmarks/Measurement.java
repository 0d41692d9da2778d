package dev.clew.benchmarks;

import com.sun.management.ThreadMXBean;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.toy.ToyProgram;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * What one search cost.
 *
 * @param bytesPerExecution allocated per execution in the second half of the search
 */
record Measurement(
    String name,
    long executions,
    long blocked,
    double seconds,
    double eventsPerExecution,
    double newEventsPerExecution,
    double bytesPerExecution) {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  double executionsPerSecond() {
    return executions / seconds;
  }

  double nanosPerNewEvent() {
    return seconds * 1e9 / executions / newEventsPerExecution;
  }

  /** Searches a program with the optimal strategy, up to a number of executions. */
  static Measurement of(String name, String text, long executions) {
    CountingProgram program = new CountingProgram(ToyProgram.parse(name, text));
    SearchOptions options =
        SearchOptions.with(StrategyKind.OPTIMAL)
            .within(new Budget(executions, null, Integer.MAX_VALUE));
    long self = Thread.currentThread().getId();
    // executions and bytes at the looks so far: the last one, and the one at about half of them
    long[] looks = new long[4];
    long start = System.nanoTime();
    Outcome outcome =
        new Exploration(
                program,
                options,
                List.of(),
                progress -> {
                  looks[2] = progress.executions();
                  looks[3] = THREADS.getThreadAllocatedBytes(self);
                  if (2 * looks[0] < looks[2]) {
                    looks[0] = looks[2];
                    looks[1] = looks[3];
                  }
                  return true;
                })
            .explore();
    double seconds = (System.nanoTime() - start) / 1e9;
    long late = looks[2] - looks[0];
    return new Measurement(
        name,
        outcome.executions(),
        outcome.blocked(),
        seconds,
        (double) outcome.transitions() / outcome.executions(),
        (double) program.newEvents() / outcome.executions(),
        late == 0 ? Double.NaN : (double) (looks[3] - looks[1]) / late);
  }

  /** The fastest of several searches. */
  static Measurement best(String name, String text, long executions, int times) {
    Measurement best = of(name, text, executions);
    for (int k = 1; k < times; k++) {
      Measurement next = of(name, text, executions);
      best = next.seconds < best.seconds ? next : best;
    }
    return best;
  }

  /** The fastest second of many complete searches of a tiny program, each from scratch. */
  static Measurement ofManySearches(String name, String text, int searches, int times) {
    CountingProgram program = new CountingProgram(ToyProgram.parse(name, text));
    SearchOptions options = SearchOptions.with(StrategyKind.OPTIMAL);
    double best = Double.MAX_VALUE;
    long executions = 0;
    long transitions = 0;
    long newBefore = 0;
    for (int t = 0; t < times; t++) {
      executions = 0;
      transitions = 0;
      newBefore = program.newEvents();
      long start = System.nanoTime();
      for (int k = 0; k < searches; k++) {
        Outcome outcome = new Exploration(program, options, List.of(), progress -> true).explore();
        executions += outcome.executions();
        transitions += outcome.transitions();
      }
      best = Math.min(best, (System.nanoTime() - start) / 1e9);
    }
    return new Measurement(
        name,
        executions,
        0,
        best,
        (double) transitions / executions,
        (double) (program.newEvents() - newBefore) / executions,
        Double.NaN);
  }
}
