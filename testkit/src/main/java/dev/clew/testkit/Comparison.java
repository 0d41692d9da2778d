package dev.clew.testkit;

import dev.clew.explore.Budget;
import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.oracle.EndlessLocalCode;
import dev.clew.testkit.oracle.EndsOracle;
import dev.clew.testkit.oracle.Key;
import dev.clew.testkit.oracle.OracleRun;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.trace.Program;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Compares what every strategy finds in a program with what the oracles find; counts what it
 * compared.
 */
public final class Comparison {
  private static final int MAX_PREFIX_CLASSES = 6_000;
  private static final int MAX_INTERLEAVING_STEPS = 15_000;
  private static final int MAX_STATES = 60_000;

  private static final SearchOptions OPTIMAL = SearchOptions.with(StrategyKind.OPTIMAL);
  private static final SearchOptions SMALL =
      new SearchOptions(StrategyKind.OPTIMAL, Budget.UNLIMITED, true, true, 0, 4);
  private static final SearchOptions SOURCE = SearchOptions.with(StrategyKind.SOURCE);

  /** A way to search, and what to call it. */
  private record Search(String name, SearchOptions options, boolean isShared) {}

  private static final List<Search> SEARCHES =
      List.of(
          new Search("optimal", OPTIMAL, false),
          new Search("optimal with a small memory", SMALL, false),
          new Search("source", SOURCE, false),
          new Search("dpor", SearchOptions.with(StrategyKind.DPOR), false),
          new Search("stateful", SearchOptions.with(StrategyKind.STATEFUL), false),
          new Search("dpor --prune races", SearchOptions.with(StrategyKind.PRUNED), false),
          new Search("naive", SearchOptions.with(StrategyKind.NAIVE), false),
          new Search("random", SearchOptions.with(StrategyKind.RANDOM), false),
          new Search("pct", SearchOptions.with(StrategyKind.PCT), false),
          new Search("pos", SearchOptions.with(StrategyKind.POS), false),
          new Search("surw", SearchOptions.with(StrategyKind.SURW), false),
          new Search("optimal by several workers", OPTIMAL, true),
          new Search("optimal by several workers with a small memory", SMALL, true),
          new Search("source by several workers", SOURCE, true));

  /** Searches of what needs few preemptions. */
  private static final List<Search> BOUNDED =
      List.of(
          new Search("optimal", OPTIMAL, false),
          new Search("optimal with a small memory", SMALL, false),
          new Search("cb-dfs", SearchOptions.with(StrategyKind.CB_DFS), false),
          new Search("cb-por", SearchOptions.with(StrategyKind.CB_POR), false));

  private static final int MOST_WORKERS = 5;

  /** How many ways to search are compared. */
  public static final int STRATEGIES = SEARCHES.size() + BOUNDED.size();

  /** Decides how many workers there are, and who comes first. */
  private final Random random = new Random(1);

  private long classes;
  private long deadlocks;
  private long byInterleavings;
  private long withRaces;
  private long withFailures;

  /**
   * The first difference, an empty text if there is none; nothing if the program is too large for
   * the oracles.
   */
  public Optional<String> compare(Toy generated) {
    try {
      return compareAll(generated);
    } catch (EndlessLocalCode endless) {
      return Optional.empty(); // what is left of a loop when a program is shrunk
    }
  }

  private Optional<String> compareAll(Toy generated) {
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
    difference = endsDifference(program, oracle);
    if (!difference.isEmpty()) {
      return Optional.of(difference);
    }
    boolean isEndless = oracle.isCut();
    for (Search search : SEARCHES) {
      SearchOptions options = search.options();
      if (options.strategy() == StrategyKind.NAIVE && interleavings.isEmpty()) {
        continue;
      }
      ComparedSearch.Way way = search.isShared() ? this::explore : ComparedSearch.Way.ALONE;
      try {
        difference =
            options.strategy() == StrategyKind.STATEFUL && isEndless
                ? EndlessComparison.compare(program).difference()
                : new ComparedSearch(program, oracle, options, way).difference();
      } catch (RuntimeException e) {
        // a crash of the search is a difference like any other: it is shown with the program
        difference = e.toString();
      }
      if (!difference.isEmpty()) {
        return Optional.of(search.name() + ": " + difference);
      }
    }
    difference = boundedDifference(program, oracle, interleavings.isPresent());
    if (!difference.isEmpty()) {
      return Optional.of(difference);
    }
    count(oracle, interleavings.isPresent());
    return Optional.of("");
  }

  /**
   * Whether it matters at which moment a program ends, from when it may: all that fails before is
   * in some class of the program whose threads run on, and so is every deadlock.
   */
  private static String endsDifference(Toy program, OracleRun oracle) {
    Optional<EndsOracle> ends = EndsOracle.explore(program, MAX_STATES);
    if (ends.isEmpty()) {
      return "";
    }
    boolean isSame =
        ends.get().failures().equals(oracle.failures())
            && ends.get().hasDeadlock() == oracle.deadlocks() > 0;
    return isSame ? "" : "an end at another moment shows something else";
  }

  /** Searches with one bound, at random of those that leave something out. */
  private String boundedDifference(Toy program, OracleRun oracle, boolean interleaved) {
    int largest = Collections.max(oracle.preemptions().values());
    int bound = random.nextInt(Math.max(1, largest));
    for (Search search : BOUNDED) {
      if (search.options().strategy() == StrategyKind.CB_DFS && !interleaved) {
        continue;
      }
      String difference;
      try {
        difference = new BoundedComparison(program, oracle, search.options(), bound).difference();
      } catch (RuntimeException e) {
        difference = e.toString();
      }
      if (!difference.isEmpty()) {
        return search.name() + " with up to " + bound + " preemptions: " + difference;
      }
    }
    return "";
  }

  private Outcome explore(
      Supplier<ToyProgram> programs,
      SearchOptions options,
      Function<Program, List<Observer>> observers) {
    int workers = 2 + random.nextInt(MOST_WORKERS - 1);
    return new SimulatedCrew(programs, options, observers, workers, random.nextLong()).explore();
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
            && sorted(oracle.preemptions()).equals(sorted(other.preemptions()))
            && oracle.finalStates().equals(other.finalStates());
    return same
        ? ""
        : "the oracles differ: " + oracle.classes().size() + " and " + other.classes().size();
  }

  private static List<Integer> sorted(Map<Key, Integer> preemptions) {
    return preemptions.values().stream().sorted().toList();
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
