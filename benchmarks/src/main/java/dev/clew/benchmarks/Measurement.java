package dev.clew.benchmarks;

import com.sun.management.ThreadMXBean;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.Progress;
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
    Looks looks = new Looks(self);
    long start = System.nanoTime();
    Outcome outcome = new Exploration(program, options, List.of(), looks).explore();
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Measurement(
        name,
        outcome.executions(),
        outcome.blocked(),
        seconds,
        (double) outcome.transitions() / outcome.executions(),
        (double) program.newEvents() / outcome.executions(),
        looks.bytesPerExecution());
  }

  /** How much was allocated at each look at a running search. */
  private static final class Looks implements Pace {
    private final long thread;
    private final long[] executions = new long[100_000];
    private final long[] bytes = new long[100_000];
    private int count;

    Looks(long thread) {
      this.thread = thread;
    }

    @Override
    public boolean goOn(Progress progress) {
      if (count < executions.length) {
        executions[count] = progress.executions();
        bytes[count++] = THREADS.getThreadAllocatedBytes(thread);
      }
      return true;
    }

    /**
     * Of the part of the search after half of its executions; not a number if there are too few
     * looks to tell.
     */
    double bytesPerExecution() {
      if (count < 2) {
        return Double.NaN;
      }
      int last = count - 1;
      int half = 0;
      while (half + 1 < last && executions[half] < executions[last] / 2) {
        half++;
      }
      return (double) (bytes[last] - bytes[half]) / (executions[last] - executions[half]);
    }
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
