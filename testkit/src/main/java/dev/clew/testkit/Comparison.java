package dev.clew.testkit;

import dev.clew.explore.Budget;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.oracle.Key;
import dev.clew.testkit.oracle.OracleRun;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Compares what every strategy finds in a program with what the oracles find; counts what it
 * compared.
 */
public final class Comparison {
  private static final int MAX_PREFIX_CLASSES = 6_000;
  private static final int MAX_INTERLEAVING_STEPS = 15_000;
  private static final int MAX_STATES = 60_000;

  private static final List<SearchOptions> SEARCHES =
      List.of(
          SearchOptions.with(StrategyKind.OPTIMAL),
          withPlanCap(4),
          SearchOptions.with(StrategyKind.SOURCE),
          SearchOptions.with(StrategyKind.DPOR),
          SearchOptions.with(StrategyKind.NAIVE),
          SearchOptions.with(StrategyKind.RANDOM));

  /** How many ways to search are compared. */
  public static final int STRATEGIES = SEARCHES.size();

  private long classes;
  private long deadlocks;
  private long byInterleavings;
  private long withRaces;
  private long withFailures;

  private static SearchOptions withPlanCap(int cap) {
    return new SearchOptions(StrategyKind.OPTIMAL, Budget.UNLIMITED, true, true, 0, cap);
  }

  /**
   * The first difference, an empty text if there is none; nothing if the program is too large for
   * the oracles.
   */
  public Optional<String> compare(Toy generated) {
    // printed and read once, so that both sides name the same lines
    Toy program = ToyProgram.of(generated).toy();
    Optional<OracleRun> prefixes = OracleRun.byPrefixClasses(program, MAX_PREFIX_CLASSES);
    if (prefixes.isEmpty()) {
      return Optional.empty();
    }
    OracleRun oracle = prefixes.get();
    Optional<OracleRun> interleavings = OracleRun.byInterleavings(program, MAX_INTERLEAVING_STEPS);
    String difference = interleavings.map(other -> oraclesDiffer(oracle, other)).orElse("");
    if (!difference.isEmpty()) {
      return Optional.of(difference);
    }
    Optional<Set<Key>> finalStates = OracleRun.finalStates(program, MAX_STATES);
    if (finalStates.isPresent() && !finalStates.get().equals(oracle.finalStates())) {
      return Optional.of("the oracles differ in the final states");
    }
    for (SearchOptions search : SEARCHES) {
      if (search.strategy() == StrategyKind.NAIVE && interleavings.isEmpty()) {
        continue;
      }
      String name = search.strategy().id() + (search.planCap() == 4 ? " with a small memory" : "");
      try {
        difference = new ComparedSearch(program, oracle, search).difference();
      } catch (RuntimeException e) {
        // a crash of the search is a difference like any other: it is shown with the program
        difference = e.toString();
      }
      if (!difference.isEmpty()) {
        return Optional.of(name + ": " + difference);
      }
    }
    count(oracle, interleavings.isPresent());
    return Optional.of("");
  }

  private void count(OracleRun oracle, boolean interleaved) {
    classes += oracle.classes().size();
    deadlocks += oracle.deadlocks();
    byInterleavings += interleaved ? 1 : 0;
    withRaces += oracle.racyVariables().isEmpty() ? 0 : 1;
    withFailures += oracle.failures().isEmpty() ? 0 : 1;
  }

  private static String oraclesDiffer(OracleRun oracle, OracleRun other) {
    boolean same =
        oracle.classes().size() == other.classes().size()
            && oracle.deadlocks() == other.deadlocks()
            && oracle.failures().equals(other.failures())
            && oracle.racyVariables().equals(other.racyVariables())
            && oracle.finalStates().equals(other.finalStates());
    return same
        ? ""
        : "the oracles differ: " + oracle.classes().size() + " and " + other.classes().size();
  }

  /** Classes compared so far. */
  public long classes() {
    return classes;
  }

  /** Classes that deadlock. */
  public long deadlocks() {
    return deadlocks;
  }

  /** Programs of which all interleavings were executed too. */
  public long byInterleavings() {
    return byInterleavings;
  }

  /** Programs with a data race. */
  public long withRaces() {
    return withRaces;
  }

  /** Programs with a failing thread. */
  public long withFailures() {
    return withFailures;
  }
}
