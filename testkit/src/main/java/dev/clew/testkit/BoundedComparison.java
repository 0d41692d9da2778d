package dev.clew.testkit;

import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.explore.bounded.PreemptionBound;
import dev.clew.testkit.oracle.Key;
import dev.clew.testkit.oracle.OracleRun;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.trace.Trace;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One search with few preemptions of one program, compared with the classes that the oracle says
 * need so few.
 */
final class BoundedComparison {
  private static final long MAX_EXECUTIONS = 200_000;

  private final Toy program;
  private final OracleRun oracle;
  private final SearchOptions options;
  private final int bound;
  private final Set<Key> seen = new HashSet<>();
  private long duplicates;

  BoundedComparison(Toy program, OracleRun oracle, SearchOptions options, int bound) {
    this.program = program;
    this.oracle = oracle;
    this.bound = bound;
    this.options =
        options
            .within(new Budget(MAX_EXECUTIONS, null, Budget.DEFAULT_STEPS))
            .within(new PreemptionBound(bound, false));
  }

  String difference() {
    ToyProgram visible = ToyProgram.of(program);
    for (String name : oracle.racyVariables()) {
      visible.makeVisible(visible.objectNamed(name));
    }
    Outcome outcome =
        new Exploration(visible, options, List.of(new Collector()), Pace.UNHURRIED).explore();
    Set<Key> expected = new HashSet<>();
    for (Map.Entry<Key, Integer> entry : oracle.preemptions().entrySet()) {
      if (entry.getValue() <= bound) {
        expected.add(entry.getKey());
      }
    }
    boolean isAll = expected.size() == oracle.preemptions().size();
    if (outcome.end() != Outcome.End.BOUNDED && outcome.end() != Outcome.End.EXHAUSTED) {
      return "did not end: " + outcome.end();
    }
    if (outcome.end() == Outcome.End.EXHAUSTED && !isAll) {
      return "claims to have explored everything";
    }
    if (!expected.containsAll(seen)) {
      return "a class that needs more";
    }
    if (seen.size() != expected.size()) {
      return seen.size() + " classes instead of " + expected.size();
    }
    boolean isEachOnce =
        options.strategy() != StrategyKind.CB_DFS
            && options.planCap() == SearchOptions.DEFAULT_PLAN_CAP;
    return isEachOnce && duplicates + outcome.blocked() > 0
        ? duplicates + " classes explored twice, " + outcome.blocked() + " blocked runs"
        : "";
  }

  /** Takes in what the search is about. */
  private final class Collector implements Observer {
    @Override
    public void observe(Trace trace, Consumer<Finding> findings) {
      collect(trace);
    }

    @Override
    public void observeBeyond(Trace trace, Consumer<Finding> findings) {}
  }

  private void collect(Trace trace) {
    int size = trace.size();
    int[] threads = new int[size];
    int[] labels = new int[size];
    for (int i = 0; i < size; i++) {
      threads[i] = trace.thread(i);
      labels[i] = trace.label(i);
    }
    if (!seen.add(oracle.classOf(threads, labels, size).traceClass())) {
      duplicates++;
    }
  }
}
