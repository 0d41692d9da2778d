package dev.clew.testkit;

import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.oracle.EndsOracle;
import dev.clew.testkit.oracle.Key;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.trace.Ending;
import dev.clew.trace.Failure;
import dev.clew.trace.Trace;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The stateful search of a program whose threads go round for ever when they are left, compared
 * with all its states. All other searches let such threads go few rounds only.
 */
final class EndlessComparison {
  private static final int MAX_STATES = 10_000;
  private static final long MAX_EXECUTIONS = 200_000;

  private final Toy program;
  private final EndsOracle oracle;
  private final Set<List<Object>> failed = new HashSet<>();
  private final Set<Key> ends = new HashSet<>();
  private boolean hasDeadlock;

  private EndlessComparison(Toy program, EndsOracle oracle) {
    this.program = program;
    this.oracle = oracle;
  }

  /** The first difference, an empty text if there is none or there are too many states. */
  static String difference(Toy program) {
    Optional<EndsOracle> oracle = EndsOracle.exploreEndless(program, MAX_STATES);
    return oracle.map(found -> new EndlessComparison(program, found).difference()).orElse("");
  }

  private String difference() {
    ToyProgram visible = ToyProgram.of(program);
    for (int object = 0; object < visible.objectCount(); object++) {
      if (visible.isPlain(object)) {
        visible.makeVisible(object);
      }
    }
    SearchOptions options =
        SearchOptions.with(StrategyKind.STATEFUL)
            .within(new Budget(MAX_EXECUTIONS, null, Budget.DEFAULT_STEPS));
    Outcome outcome =
        new Exploration(visible, options, List.of((trace, sink) -> collect(trace)), Pace.UNHURRIED)
            .explore();
    Set<List<Object>> expected = new HashSet<>();
    oracle.failures().forEach(f -> expected.add(List.of(f.thread(), f.assertion(), f.line())));
    if (outcome.end() != Outcome.End.EXHAUSTED) {
      return "did not end: " + outcome.end();
    }
    if (!failed.equals(expected)) {
      return "failures " + failed + " instead of " + expected;
    }
    if (hasDeadlock != oracle.hasDeadlock()) {
      return hasDeadlock ? "a deadlock that is none" : "no deadlock, but there is one";
    }
    return ends.equals(oracle.ends()) ? "" : "other final states";
  }

  private void collect(Trace trace) {
    for (Failure failure : trace.failures()) {
      boolean assertion = failure.kind() == Failure.Kind.ASSERTION;
      failed.add(List.of(failure.thread(), assertion, failure.position()));
    }
    if (trace.ending() == Ending.KNOWN_STATE) {
      return;
    }
    hasDeadlock |= trace.ending() == Ending.DEADLOCK;
    int[] threads = new int[trace.size()];
    int[] labels = new int[trace.size()];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = trace.thread(i);
      labels[i] = trace.label(i);
    }
    ends.add(oracle.endOf(threads, labels));
  }
}
