package dev.clew.testkit;

import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.oracle.Key;
import dev.clew.testkit.oracle.OracleFailure;
import dev.clew.testkit.oracle.OracleRun;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.trace.Ending;
import dev.clew.trace.Failure;
import dev.clew.trace.Program;
import dev.clew.trace.Trace;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/** One search of one program, compared with what the oracle found. */
final class ComparedSearch {
  private static final long MAX_EXECUTIONS = 200_000;
  private static final int SWAPS_PER_PROGRAM = 200;

  /** What is found besides must not keep an audit from being done. */
  private static final SearchOptions.AuditSize AUDIT = new SearchOptions.AuditSize(20);

  private final Toy program;
  private final OracleRun oracle;
  private final SearchOptions options;
  private final Way way;
  private final Set<Key> seen = new HashSet<>();
  private final Set<Key> finalStates = new HashSet<>();
  private final Set<OracleFailure> failures = new HashSet<>();
  private final Set<List<Object>> failed = new HashSet<>();
  private long duplicates;
  private long deadlocked;
  private int swaps;
  private String swapDifference = "";
  private String judgementDifference = "";

  /** How a search is done. */
  @FunctionalInterface
  interface Way {
    /** One worker does it. */
    Way ALONE =
        (programs, options, observers) -> {
          ToyProgram toy = programs.get();
          return new Exploration(toy, options, observers.apply(toy), Pace.UNHURRIED).explore();
        };

    Outcome explore(
        Supplier<ToyProgram> programs,
        SearchOptions options,
        Function<Program, List<Observer>> observers);
  }

  ComparedSearch(Toy program, OracleRun oracle, SearchOptions options, Way way) {
    this.program = program;
    this.way = way;
    this.oracle = oracle;
    long executions = options.strategy().samples() ? 30 : MAX_EXECUTIONS;
    this.options = options.within(new Budget(executions, null, Budget.DEFAULT_STEPS));
  }

  String difference() {
    ToyProgram toy = ToyProgram.of(program);
    boolean complete = !options.strategy().samples();
    SearchOptions audited = complete ? options.auditedBy(AUDIT) : options;
    Outcome found = way.explore(() -> ToyProgram.of(program), audited, Observers::standard);
    if (complete && found.end() != Outcome.End.EXHAUSTED) {
      return "did not end: " + found.end();
    }
    if (found.audit().missed() != null) {
      return "the audit accuses it: " + found.audit().missed();
    }
    Set<String> racy = new TreeSet<>();
    for (Finding finding : found.findings()) {
      if (finding.kind() == FindingKind.DATA_RACE) {
        racy.add(toy.names().object(finding.plainLocation()));
      }
    }
    if (complete && !racy.equals(oracle.racyVariables())) {
      return "races on " + racy + " instead of " + oracle.racyVariables();
    }
    if (options.strategy() == StrategyKind.PRUNED) {
      return ""; // it promises the races, and nothing else
    }
    Outcome outcome =
        way.explore(this::visibleProgram, options, any -> List.of((trace, sink) -> collect(trace)));
    return swapDifference.isEmpty() ? classDifference(outcome, complete) : swapDifference;
  }

  private ToyProgram visibleProgram() {
    ToyProgram visible = ToyProgram.of(program);
    for (String name : oracle.racyVariables()) {
      visible.makeVisible(visible.objectNamed(name));
    }
    return visible;
  }

  private String classDifference(Outcome outcome, boolean complete) {
    if (!judgementDifference.isEmpty()) {
      return judgementDifference;
    }
    if (!oracle.classes().keySet().containsAll(seen)) {
      return "a class the oracle does not know";
    }
    if (!complete) {
      return "";
    }
    if (options.strategy() == StrategyKind.STATEFUL) {
      return endDifference();
    }
    if (seen.size() != oracle.classes().size()) {
      return seen.size() + " classes instead of " + oracle.classes().size();
    }
    if (deadlocked != oracle.deadlocks() || !failures.equals(oracle.failures())) {
      return deadlocked
          + " deadlocks and "
          + failures
          + " instead of "
          + oracle.deadlocks()
          + " and "
          + oracle.failures();
    }
    if (!finalStates.equals(oracle.finalStates())) {
      return "other final states";
    }
    boolean optimal =
        options.strategy() == StrategyKind.OPTIMAL
            && options.planCap() == SearchOptions.DEFAULT_PLAN_CAP;
    if (optimal && (duplicates > 0 || outcome.blocked() > 0)) {
      return duplicates + " classes explored twice, " + outcome.blocked() + " blocked runs";
    }
    return "";
  }

  /**
   * What a search has to find that executes some classes only: all that can come out in the end.
   */
  private String endDifference() {
    if (deadlocked > 0 != oracle.deadlocks() > 0) {
      return deadlocked + " deadlocks instead of " + oracle.deadlocks();
    }
    Set<List<Object>> expected = places(oracle.failures());
    if (!failed.equals(expected)) {
      return "failures " + failed + " instead of " + expected;
    }
    boolean isSame =
        oracle.noticeableParts(finalStates).equals(oracle.noticeableParts(oracle.finalStates()));
    return isSame ? "" : "other final states";
  }

  private void collect(Trace trace) {
    failed.addAll(places(trace));
    if (trace.ending() == Ending.KNOWN_STATE) {
      return;
    }
    int size = trace.size();
    int[] threads = new int[size];
    int[] labels = new int[size];
    for (int i = 0; i < size; i++) {
      threads[i] = trace.thread(i);
      labels[i] = trace.label(i);
    }
    dev.clew.testkit.oracle.Outcome outcome = oracle.classOf(threads, labels, size);
    boolean deadlock = trace.ending() == Ending.DEADLOCK;
    if (deadlock != outcome.deadlock() || !sameFailures(trace, outcome.failures())) {
      judgementDifference =
          trace.ending() + " and " + trace.failures() + " instead of " + outcome.failures();
    }
    if (!seen.add(outcome.traceClass())) {
      duplicates++;
      return;
    }
    finalStates.add(outcome.finalState());
    failures.addAll(outcome.failures());
    deadlocked += outcome.deadlock() ? 1 : 0;
    if (options.strategy() == StrategyKind.OPTIMAL) {
      swapNeighbours(trace, threads, labels, outcome);
    }
  }

  private static boolean sameFailures(Trace trace, Set<OracleFailure> expected) {
    return places(trace).equals(places(expected));
  }

  private static Set<List<Object>> places(Trace trace) {
    Set<List<Object>> places = new HashSet<>();
    for (Failure failure : trace.failures()) {
      boolean assertion = failure.kind() == Failure.Kind.ASSERTION;
      places.add(List.of(failure.thread(), assertion, failure.position()));
    }
    return places;
  }

  private static Set<List<Object>> places(Set<OracleFailure> failures) {
    Set<List<Object>> places = new HashSet<>();
    for (OracleFailure failure : failures) {
      places.add(List.of(failure.thread(), failure.assertion(), failure.line()));
    }
    return places;
  }

  /** Swaps neighbours that are independent: the same class, and the same state, must come out. */
  private void swapNeighbours(
      Trace trace, int[] threads, int[] labels, dev.clew.testkit.oracle.Outcome outcome) {
    for (int i = 0; i + 1 < threads.length && swaps < SWAPS_PER_PROGRAM; i++) {
      if (threads[i] == threads[i + 1] || Neighbours.areOrdered(trace, i)) {
        continue;
      }
      swaps++;
      swap(threads, i);
      swap(labels, i);
      dev.clew.testkit.oracle.Outcome swapped = oracle.classOf(threads, labels, threads.length);
      if (!swapped.traceClass().equals(outcome.traceClass())
          || !swapped.finalState().equals(outcome.finalState())) {
        swapDifference = "swapping the independent events " + i + " and " + (i + 1) + " matters";
      }
      swap(threads, i);
      swap(labels, i);
    }
  }

  private static void swap(int[] values, int i) {
    int value = values[i];
    values[i] = values[i + 1];
    values[i + 1] = value;
  }
}
