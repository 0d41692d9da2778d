package dev.clew.jvm.program.juc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.jvm.program.Harness;
import dev.clew.jvm.program.JvmProgram;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.Program;
import dev.clew.trace.Trace;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Counts the trace classes of a program by brute force: every interleaving, grouped by the order of
 * its dependent operations; and requires that the searches find the same.
 */
final class TraceClasses {
  private TraceClasses() {}

  /** The number of classes of a program that has not too many interleavings. */
  static long of(Class<?> main, String... arguments) {
    return within(Long.MAX_VALUE, main, arguments).orElseThrow();
  }

  /** The number of classes; empty if there are more interleavings than that. */
  static OptionalLong within(long interleavings, Class<?> main, String... arguments) {
    return within(interleavings, 0, main, arguments);
  }

  /**
   * The same, if each thread gives up timed operations early, and wakes up for no reason, up to so
   * many times.
   */
  static OptionalLong within(
      long interleavings, int impatience, Class<?> main, String... arguments) {
    return Harness.program(main, arguments)
        .with(program -> program.execution().patience.set(impatience, impatience))
        .ignoringRaces()
        .use(program -> compare(program, interleavings));
  }

  private static OptionalLong compare(JvmProgram program, long interleavings) {
    Found first = new Found(program);
    first.search(StrategyKind.OPTIMAL, interleavings);
    Found optimal = new Found(program);
    Outcome outcome = optimal.search(StrategyKind.OPTIMAL, interleavings);
    Found all = new Found(program);
    Outcome naive = all.search(StrategyKind.NAIVE, interleavings);
    if (naive.end() != Outcome.End.EXHAUSTED) {
      return OptionalLong.empty();
    }
    assertThat(outcome.warmup()).as("restarts of the second search").isZero();
    assertThat(optimal.classes).as("classes of the optimal search").isEqualTo(all.classes);
    assertThat(outcome.executions()).as("executions").isEqualTo(all.classes.size());
    for (StrategyKind other : List.of(StrategyKind.SOURCE, StrategyKind.DPOR)) {
      Found found = new Found(program);
      found.search(other, Long.MAX_VALUE);
      assertThat(found.classes).as("classes by " + other).isEqualTo(all.classes);
    }
    return OptionalLong.of(all.classes.size());
  }

  /** The number of classes of a program in the toy language, by the optimal search. */
  static long ofToy(String text) {
    ToyProgram program = ToyProgram.parse("program.toy", text);
    return new Found(program).search(StrategyKind.OPTIMAL, Long.MAX_VALUE).executions();
  }

  /** The classes that a search came across. */
  private static final class Found {
    final Set<String> classes = new HashSet<>();
    private final Program program;

    Found(Program program) {
      this.program = program;
    }

    Outcome search(StrategyKind strategy, long executions) {
      Observer collect = (trace, findings) -> classes.add(name(trace));
      SearchOptions options =
          SearchOptions.with(strategy).within(new Budget(executions, null, 100_000));
      return new Exploration(program, options, List.of(collect), progress -> true).explore();
    }

    /** A name of the class of a trace: the events of each thread, with what happens before each. */
    private String name(Trace trace) {
      HappensBefore order = new HappensBefore(trace, program.threadCount(), program.objectCount());
      while (order.size() < trace.size()) {
        order.append();
      }
      StringBuilder name = new StringBuilder(trace.ending().name());
      for (int thread = 0; thread < program.threadCount(); thread++) {
        name.append('\n').append(thread).append(':');
        for (int n = 1; n <= order.count(thread); n++) {
          describe(trace, order, order.eventOf(thread, n), name);
        }
      }
      return name.toString();
    }

    private void describe(Trace trace, HappensBefore order, int i, StringBuilder name) {
      name.append(" [").append(trace.kind(i)).append(' ').append(trace.object(i));
      name.append(' ').append(trace.modes(i)).append(' ').append(trace.label(i)).append(" after");
      for (int t = 0; t < program.threadCount(); t++) {
        name.append(' ').append(order.clock(i, t));
      }
      name.append(']');
    }
  }
}
