package dev.clew.testkit;

import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.oracle.EndsOracle;
import dev.clew.testkit.oracle.Key;
import dev.clew.testkit.oracle.LivelockOracle;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.trace.Ending;
import dev.clew.trace.Failure;
import dev.clew.trace.Trace;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The stateful search of a program whose threads may go round for ever, compared with all its
 * states: what they can come to, and whether there is a livelock. All other searches let threads
 * that are left go few rounds only, and cut short what has no end.
 */
final class EndlessComparison implements Observer {
  private static final int MAX_STATES = 10_000;
  private static final long MAX_EXECUTIONS = 200_000;

  private final Toy program;
  private final EndsOracle oracle;
  private final Set<List<Object>> failed = new HashSet<>();
  private final Set<Key> ends = new HashSet<>();
  private boolean hasDeadlock;
  private boolean hasLivelock;

  private EndlessComparison(Toy program, EndsOracle oracle) {
    this.program = program;
    this.oracle = oracle;
  }

  /**
   * What came of it.
   *
   * @param difference the first one, an empty text if there is none or there are too many states
   */
  record Result(String difference, boolean hasLivelock) {}

  static Result compare(Toy program) {
    Optional<EndsOracle> oracle = EndsOracle.exploreEndless(program, MAX_STATES);
    if (oracle.isEmpty()) {
      return new Result("", false);
    }
    EndlessComparison comparison = new EndlessComparison(program, oracle.get());
    return new Result(comparison.difference(), comparison.hasLivelock);
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
    Outcome outcome = new Exploration(visible, options, List.of(this), Pace.UNHURRIED).explore();
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
    if (!ends.equals(oracle.ends())) {
      return "other final states";
    }
    boolean isLivelock = LivelockOracle.isPossible(program, MAX_STATES).orElse(hasLivelock);
    if (hasLivelock != isLivelock) {
      return hasLivelock ? "a livelock that is none" : "no livelock, but there is one";
    }
    return "";
  }

  @Override
  public void observeRounds(Trace trace, Consumer<Finding> findings) {
    hasLivelock = true;
  }

  @Override
  public void observe(Trace trace, Consumer<Finding> findings) {
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
