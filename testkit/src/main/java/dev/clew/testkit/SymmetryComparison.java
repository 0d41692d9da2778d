package dev.clew.testkit;

import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.oracle.Key;
import dev.clew.testkit.oracle.OracleMachine;
import dev.clew.testkit.oracle.OracleRun;
import dev.clew.testkit.oracle.PermutationOracle;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares searches in which alike threads take turns with all trace classes up to a permutation of
 * these threads.
 */
public final class SymmetryComparison {
  private static final int MAX_PREFIX_CLASSES = 6_000;
  private static final long MAX_EXECUTIONS = 200_000;

  private static final List<StrategyKind> STRATEGIES =
      List.of(StrategyKind.OPTIMAL, StrategyKind.SOURCE, StrategyKind.DPOR);

  private long programs;
  private long classes;
  private long orbits;

  /** One search of a program, and what it executed. */
  private static final class Search {
    final PermutationOracle oracle;
    final PermutationOracle.Orbits expected;
    final Set<Key> seen = new HashSet<>();
    long duplicates;
    boolean hasAlternatives;
    String difference = "";

    Search(PermutationOracle oracle, PermutationOracle.Orbits expected) {
      this.oracle = oracle;
      this.expected = expected;
    }

    void collect(Trace trace) {
      int size = trace.size();
      int[] threads = new int[size];
      int[] labels = new int[size];
      for (int i = 0; i < size; i++) {
        threads[i] = trace.thread(i);
        labels[i] = trace.label(i);
        OpKind kind = OpKind.of(trace.kind(i));
        hasAlternatives |= kind == OpKind.CHOICE || kind == OpKind.TIMEOUT;
      }
      Key orbit = oracle.orbitOf(threads, labels, size);
      if (!expected.orbits().containsKey(orbit)) {
        difference = "an execution that the oracle does not know";
      }
      duplicates += seen.add(orbit) ? 0 : 1;
    }
  }

  /**
   * The first difference, an empty text if there is none; nothing if the program is too large for
   * the oracle or has no threads that are alike.
   */
  public Optional<String> compare(Toy generated) {
    ToyProgram first = ToyProgram.of(generated);
    Toy program = first.toy();
    int[] ahead = first.alikeThreads();
    if (!hasAlike(ahead)) {
      return Optional.empty();
    }
    Optional<OracleRun> plain = OracleRun.byPrefixClasses(program, MAX_PREFIX_CLASSES);
    if (plain.isEmpty()) {
      return Optional.empty();
    }
    Set<String> racy = plain.get().racyVariables();
    PermutationOracle oracle =
        new PermutationOracle(OracleMachine.seeing(program, racy::contains), ahead);
    Optional<PermutationOracle.Orbits> expected = oracle.explore(MAX_PREFIX_CLASSES);
    if (expected.isEmpty()) {
      return Optional.empty();
    }
    if (!expected.get().asymmetry().isEmpty()) {
      return Optional.of("not alike: " + expected.get().asymmetry());
    }
    for (StrategyKind strategy : STRATEGIES) {
      String difference;
      try {
        difference = difference(program, racy, strategy, new Search(oracle, expected.get()));
      } catch (RuntimeException e) {
        // a crash of the search is a difference like any other: it is shown with the program
        difference = e.toString();
      }
      if (!difference.isEmpty()) {
        return Optional.of(strategy.id() + " with symmetry: " + difference);
      }
    }
    programs++;
    classes += expected.get().classes();
    orbits += expected.get().orbits().size();
    return Optional.of("");
  }

  private static boolean hasAlike(int[] ahead) {
    for (int thread : ahead) {
      if (thread >= 0) {
        return true;
      }
    }
    return false;
  }

  private static String difference(
      Toy program, Set<String> racy, StrategyKind strategy, Search search) {
    SearchOptions options =
        SearchOptions.with(strategy).within(new Budget(MAX_EXECUTIONS, null, Budget.DEFAULT_STEPS));
    ToyProgram toy = ToyProgram.of(program);
    toy.takeTurns();
    Outcome found =
        new Exploration(toy, options, Observers.standard(toy), Pace.UNHURRIED).explore();
    if (found.end() != Outcome.End.EXHAUSTED) {
      return "did not end: " + found.end();
    }
    Set<String> races = new TreeSet<>();
    for (Finding finding : found.findings()) {
      if (finding.kind() == FindingKind.DATA_RACE) {
        races.add(toy.names().object(finding.plainLocation()));
      }
    }
    if (!races.equals(racy)) {
      return "races on " + races + " instead of " + racy;
    }
    ToyProgram visible = ToyProgram.of(program);
    racy.forEach(name -> visible.makeVisible(visible.objectNamed(name)));
    visible.takeTurns();
    Outcome outcome =
        new Exploration(
                visible, options, List.of((trace, sink) -> search.collect(trace)), Pace.UNHURRIED)
            .explore();
    if (!search.difference.isEmpty()) {
      return search.difference;
    }
    if (search.seen.size() != search.expected.orbits().size()) {
      return search.seen.size() + " orbits instead of " + search.expected.orbits().size();
    }
    boolean isOnce = search.duplicates == 0 || search.hasAlternatives;
    if (strategy == StrategyKind.OPTIMAL && (!isOnce || outcome.blocked() > 0)) {
      return search.duplicates + " orbits explored twice, " + outcome.blocked() + " blocked runs";
    }
    return "";
  }

  /** Programs compared so far. */
  public long programs() {
    return programs;
  }

  /** Their trace classes. */
  public long classes() {
    return classes;
  }

  /** Their trace classes up to a permutation. */
  public long orbits() {
    return orbits;
  }
}
