package dev.clew.testkit.written;

import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.explore.bounded.PreemptionBound;
import dev.clew.testkit.SimulatedCrew;
import dev.clew.testkit.oracle.EndlessLocalCode;
import dev.clew.testkit.oracle.Key;
import dev.clew.testkit.oracle.MemoryModel;
import dev.clew.testkit.oracle.OracleRun;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.trace.Program;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares what searches find in a written program with what the oracles find in the toy program
 * that it was written from.
 */
final class WrittenComparison {
  private static final int MAX_PREFIX_CLASSES = 4_000;
  private static final int MAX_INTERLEAVING_STEPS = 10_000;
  private static final int MAX_NAIVE_EXECUTIONS = 1_000;
  private static final int MOST_WORKERS = 3;
  private static final SearchOptions.AuditSize AUDIT = new SearchOptions.AuditSize(20);

  private static final SearchOptions SMALL =
      new SearchOptions(StrategyKind.OPTIMAL, Budget.UNLIMITED, true, true, 0, 4);

  /** A way to search, and what to call it. */
  private record Search(String name, SearchOptions options) {
    Search(StrategyKind kind) {
      this(kind.id(), SearchOptions.with(kind));
    }
  }

  private static final List<Search> SEARCHES =
      List.of(
          new Search(StrategyKind.OPTIMAL),
          new Search("optimal with a small memory", SMALL),
          new Search(StrategyKind.SOURCE),
          new Search(StrategyKind.DPOR),
          new Search(StrategyKind.NAIVE),
          new Search(StrategyKind.RANDOM),
          new Search(StrategyKind.PCT),
          new Search(StrategyKind.POS),
          new Search(StrategyKind.SURW));

  /** Searches of what needs few preemptions. */
  private static final List<Search> BOUNDED =
      List.of(
          new Search(StrategyKind.OPTIMAL),
          new Search(StrategyKind.CB_DFS),
          new Search(StrategyKind.CB_POR));

  /** How many ways to search are compared. */
  static final int STRATEGIES = SEARCHES.size() + BOUNDED.size() + 1;

  private final Toy toy;
  private final OracleRun oracle;
  private final boolean isInterleaved;
  private final Random random;

  private WrittenComparison(Toy toy, OracleRun oracle, boolean isInterleaved) {
    this.toy = toy;
    this.oracle = oracle;
    this.isInterleaved = isInterleaved;
    this.random = new Random(oracle.classes().size());
  }

  /**
   * The comparison of a program with the oracles; nothing if it is too large for them, or has a
   * loop of which nothing visible is left in the language.
   */
  static Optional<WrittenComparison> of(Toy generated, MemoryModel model) {
    try {
      return compared(generated, model);
    } catch (EndlessLocalCode e) {
      return Optional.empty();
    }
  }

  private static Optional<WrittenComparison> compared(Toy generated, MemoryModel model) {
    // printed and read once, so that both sides name the same lines
    Toy program = ToyProgram.of(generated).toy();
    Optional<OracleRun> prefixes = OracleRun.byPrefixClasses(program, model, MAX_PREFIX_CLASSES);
    if (prefixes.isEmpty() || prefixes.get().isCut()) {
      return Optional.empty(); // only threads that were seen to be left go few rounds there
    }
    Optional<OracleRun> interleavings =
        OracleRun.byInterleavings(program, model, MAX_INTERLEAVING_STEPS);
    interleavings.ifPresent(other -> requireSame(prefixes.get(), other));
    return Optional.of(new WrittenComparison(program, prefixes.get(), interleavings.isPresent()));
  }

  private static void requireSame(OracleRun oracle, OracleRun other) {
    if (oracle.classes().size() != other.classes().size()
        || !oracle.racyVariables().equals(other.racyVariables())) {
      throw new IllegalStateException("the oracles differ");
    }
  }

  /** The program to write. */
  Toy toy() {
    return toy;
  }

  OracleRun oracle() {
    return oracle;
  }

  /** The first difference, empty if there is none. */
  String difference(Reading traces, Program program) {
    String races = raceDifference(traces, program);
    if (!races.isEmpty()) {
      return races;
    }
    for (Search search : SEARCHES) {
      if (search.options().strategy() != StrategyKind.NAIVE || isInterleaved) {
        String difference = searchDifference(search, traces, program);
        if (!difference.isEmpty()) {
          return search.name() + ": " + difference;
        }
      }
    }
    String shared = sharedDifference(traces, program);
    return shared.isEmpty() && hasSamePreemptions(traces)
        ? boundedDifference(traces, program)
        : shared;
  }

  /** Whether what is a preemption in the toy program is one in the written one, and no other. */
  private boolean hasSamePreemptions(Reading traces) {
    boolean endLater = traces.beginLate() && oracle.hasEndedAtStart();
    return !traces.mainLeaves() && !traces.doesMore() && !endLater;
  }

  /** The search makes the racy variables visible, as it does for users. */
  private String raceDifference(Reading traces, Program program) {
    Outcome found =
        new Exploration(
                program,
                SearchOptions.with(StrategyKind.OPTIMAL).auditedBy(AUDIT),
                Observers.standard(program),
                Pace.UNHURRIED)
            .explore();
    if (found.end() != Outcome.End.EXHAUSTED) {
      return "did not end: " + found.end();
    }
    if (found.audit().missed() != null) {
      return "the audit accuses the search: " + found.audit().missed();
    }
    Set<String> racy = new TreeSet<>();
    for (Finding finding : found.findings()) {
      if (finding.kind() == FindingKind.DATA_RACE) {
        racy.add(traces.object(finding.plainLocation()));
      }
    }
    if (!racy.equals(oracle.racyVariables())) {
      return "races on " + racy + " instead of " + oracle.racyVariables();
    }
    return found.executions() == oracle.classes().size() || traces.doesMore()
        ? ""
        : found.executions() + " executions of " + oracle.classes().size() + " classes";
  }

  private String searchDifference(Search search, Reading traces, Program program) {
    boolean samples = search.options().strategy().samples();
    boolean isNaive = search.options().strategy() == StrategyKind.NAIVE;
    long executions = samples ? 20 : isNaive ? MAX_NAIVE_EXECUTIONS : Long.MAX_VALUE;
    SearchOptions options =
        search.options().within(new Budget(executions, null, Budget.DEFAULT_STEPS));
    WrittenClasses found = new WrittenClasses(traces, oracle::classOf);
    Outcome outcome = new Exploration(program, options, List.of(found), Pace.UNHURRIED).explore();
    if (outcome.warmup() > 0) {
      return "it starts again, though nothing is left to reveal";
    }
    if (isNaive && outcome.end() == Outcome.End.EXECUTION_LIMIT) {
      return found.unknownDifference(oracle); // the main thread adds interleavings
    }
    if (samples) {
      return found.unknownDifference(oracle);
    }
    if (outcome.end() != Outcome.End.EXHAUSTED) {
      return "did not end: " + outcome.end();
    }
    boolean isOptimal = search.name().equals(StrategyKind.OPTIMAL.id());
    String difference = found.difference(oracle);
    if (!difference.isEmpty() || !isOptimal) {
      return difference;
    }
    String twice = twiceDifference(traces, found, outcome);
    return twice.isEmpty() ? found.swapDifference(program, traces.mainLeaves()) : twice;
  }

  private static String twiceDifference(Reading traces, WrittenClasses found, Outcome outcome) {
    return traces.doesMore() ? "" : found.twiceDifference(outcome);
  }

  /** Several workers have the program in turns. */
  private String sharedDifference(Reading traces, Program program) {
    SearchOptions options = SearchOptions.with(StrategyKind.OPTIMAL);
    WrittenClasses found = new WrittenClasses(traces, oracle::classOf);
    int workers = 2 + random.nextInt(MOST_WORKERS - 1);
    Outcome outcome =
        new SimulatedCrew(() -> program, options, any -> List.of(found), workers, random.nextLong())
            .explore();
    String difference = found.difference(oracle) + twiceDifference(traces, found, outcome);
    return difference.isEmpty() ? "" : "optimal by several workers: " + difference;
  }

  /** Searches with one bound, at random of those that leave something out. */
  private String boundedDifference(Reading traces, Program program) {
    int largest = Collections.max(oracle.preemptions().values());
    int bound = random.nextInt(Math.max(1, largest));
    Set<Key> expected = new HashSet<>();
    for (Map.Entry<Key, Integer> entry : oracle.preemptions().entrySet()) {
      if (entry.getValue() <= bound) {
        expected.add(entry.getKey());
      }
    }
    for (Search search : BOUNDED) {
      boolean isCbDfs = search.options().strategy() == StrategyKind.CB_DFS;
      if (isCbDfs && !isInterleaved) {
        continue;
      }
      long executions = isCbDfs ? MAX_NAIVE_EXECUTIONS : Long.MAX_VALUE;
      SearchOptions options =
          search
              .options()
              .within(new Budget(executions, null, Budget.DEFAULT_STEPS))
              .within(new PreemptionBound(bound, false));
      WrittenClasses found = new WrittenClasses(traces, oracle::classOf);
      Outcome outcome = new Exploration(program, options, List.of(found), Pace.UNHURRIED).explore();
      if (outcome.end() != Outcome.End.EXECUTION_LIMIT) {
        String difference =
            found.boundedDifference(expected) + (isCbDfs ? "" : found.twiceDifference(outcome));
        if (!difference.isEmpty()) {
          return search.name() + " with up to " + bound + " preemptions: " + difference;
        }
      }
    }
    return "";
  }
}
