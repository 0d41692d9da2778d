package dev.clew.testkit.search;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

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
import dev.clew.explore.bounded.PreemptionBound;
import dev.clew.testkit.SimulatedCrew;
import dev.clew.testkit.oracle.OracleRun;
import dev.clew.testkit.random.RandomPrograms;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.trace.Program;
import dev.clew.trace.Steps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class AuditTest {
  private static final SearchOptions.AuditSize SOME = new SearchOptions.AuditSize(40);

  private static Outcome search(Program program, SearchOptions options) {
    return new Exploration(program, options, Observers.standard(program), Pace.UNHURRIED).explore();
  }

  /** One takes the permit, the other one is blocked for ever. */
  private static final String ONE_IS_LEFT =
      "semaphore s = 1\natomic x = 0\nthread a {\n  acquire s\n  x = 1\n}\n"
          + "thread b {\n  acquire s\n  x = 2\n}\n";

  /** What b does depends on what it reads of x. */
  private static final String FLAG =
      "atomic x = 0\natomic y = 0\nthread a {\n  x = 1\n}\n"
          + "thread b {\n  r = x\n  if r {\n    y = 1\n  }\n}\n";

  @Test
  void executionsWithoutEndAreTriedAFewTimesOnly() {
    String endless = "atomic x = 0\nthread a[2] {\n  while 1 {\n    x = self\n  }\n}\n";
    Outcome outcome =
        search(
            ToyProgram.parse("endless", endless),
            SearchOptions.with(StrategyKind.STATEFUL).auditedBy(SOME));
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(outcome.audit().compared()).isZero();
    assertThat(outcome.audit().executions()).isEqualTo(20);
  }

  private static Outcome unjudged(Program program, StrategyKind strategy) {
    SearchOptions options = SearchOptions.with(strategy).auditedBy(SOME);
    return new Exploration(program, options, List.of(), Pace.UNHURRIED).explore();
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyKind.class,
      names = {"OPTIMAL", "SOURCE", "DPOR"})
  void anOperationOnWhichAThreadIsBlockedInTheEndAndThatIsNotToldIsNoticed(StrategyKind strategy) {
    assertThat(unjudged(ForgetfulProgram.ofNothing(ONE_IS_LEFT), strategy).audit().missed())
        .isNull();
    Outcome outcome = unjudged(ForgetfulProgram.ofBlocked(ONE_IS_LEFT), strategy);
    assertThat(outcome.executions()).isEqualTo(1);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.DEFECT);
    Outcome.Missed missed = requireNonNull(outcome.audit().missed());
    assertThat(missed.steps().steps().get(0).thread()).isEqualTo(1);
    assertThat(requireNonNull(missed.nearest()).steps().get(0).thread()).isEqualTo(0);
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyKind.class,
      names = {"OPTIMAL", "SOURCE", "DPOR", "CB_POR"})
  void anAccessThatIsNotToldIsNoticed(StrategyKind strategy) {
    assertThat(unjudged(ForgetfulProgram.ofNothing(FLAG), strategy).audit().missed()).isNull();
    Outcome outcome = unjudged(ForgetfulProgram.of(FLAG, "x"), strategy);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.DEFECT);
    assertThat(outcome.audit().compared()).isLessThanOrEqualTo(40);
  }

  /** A search that may take so many milliseconds; executions take 20 each, at least. */
  private static Outcome inTime(long millis, SearchOptions.AuditSize audit) {
    SearchOptions options =
        SearchOptions.with(StrategyKind.OPTIMAL)
            .within(
                new Budget(
                    Budget.UNLIMITED.executions(),
                    Duration.ofMillis(millis),
                    Budget.UNLIMITED.steps()))
            .auditedBy(audit);
    Observer slow = (trace, sink) -> LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    Program program = ToyProgram.parse("slow", "atomic x = 0\nthread a {\n  x = 1\n}\n");
    return new Exploration(program, options, List.of(slow), Pace.UNHURRIED).explore();
  }

  @Test
  void theTimeOfTheCheckEndsTheAuditToo() {
    for (SearchOptions.AuditSize audit : List.of(SOME, SearchOptions.AuditSize.BY_SEARCH)) {
      Outcome some = inTime(200, audit);
      assertThat(some.end()).isEqualTo(Outcome.End.EXHAUSTED);
      assertThat(some.audit().executions()).isLessThanOrEqualTo(10);
      Outcome none = inTime(10, audit);
      assertThat(none.end()).isEqualTo(Outcome.End.EXHAUSTED);
      assertThat(none.audit().executions()).isZero();
    }
    assertThat(inTime(100_000, SOME).audit().executions()).isEqualTo(40);
  }

  @Test
  void naiveNeedsNotKnowWhatOperationsAccess() {
    Outcome outcome = unjudged(ForgetfulProgram.of(FLAG, "x"), StrategyKind.NAIVE);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
  }

  @Test
  void aFailureThatTheSearchDidNotFindIsNoticed() {
    Outcome outcome = failing("CLEW-ASSERTION");
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.DEFECT);
    assertThat(requireNonNull(outcome.audit().missed()).shows()).isEqualTo("b came first");
    assertThat(outcome.findings()).hasSize(1);
  }

  @Test
  void memoryThatRunsOutIsNoFaultOfTheSearch() {
    Outcome outcome = failing(Finding.EXHAUSTED);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VIOLATION);
    assertThat(outcome.audit().missed()).isNull();
    assertThat(outcome.findings()).hasSize(1);
  }

  @Test
  void whatPruningDoesNotPromiseToFindIsNoFaultOfTheSearch() {
    String lostNotify =
        "lock m\ncondition c\nthread a {\n  lock m\n  wait c m\n}\nthread b {\n  notify c\n}\n";
    SearchOptions options = SearchOptions.with(StrategyKind.PRUNED);
    assertThat(search(Programs.parse(lostNotify), options).findings()).isEmpty();

    Outcome outcome = search(Programs.parse(lostNotify), options.auditedBy(SOME));

    assertThat(outcome.audit().missed()).isNull();
    assertThat(outcome.findings()).singleElement().satisfies(AuditTest::isDeadlock);
  }

  private static void isDeadlock(Finding finding) {
    assertThat(finding.kind()).isEqualTo(FindingKind.DEADLOCK);
  }

  /** A search of a program that fails in an execution that the search leaves out. */
  private static Outcome failing(String code) {
    ForgetfulProgram program = ForgetfulProgram.ofBlocked(ONE_IS_LEFT);
    Observer fails =
        (trace, sink) -> {
          if (trace.thread(0) == 1) {
            sink.accept(
                new Finding(
                    FindingKind.ASSERTION,
                    code,
                    "b came first",
                    "",
                    List.of(1),
                    List.of(0),
                    -1,
                    List.of(),
                    Steps.of(trace, 1)));
          }
        };
    SearchOptions options = SearchOptions.with(StrategyKind.OPTIMAL).auditedBy(SOME);
    return new Exploration(program, options, List.of(fails), Pace.UNHURRIED).explore();
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyKind.class,
      names = {"OPTIMAL", "SOURCE", "DPOR", "NAIVE", "STATEFUL", "PRUNED", "CB_DFS", "CB_POR"})
  void executionsOfRandomProgramsAreOfClassesThatWereExecuted(StrategyKind strategy) {
    int programs = 0;
    int audited = 0;
    for (long seed = 0; programs < 400; seed++) {
      Toy toy = ToyProgram.of(RandomPrograms.generate(seed, 3, 5)).toy();
      Optional<OracleRun> small = OracleRun.byPrefixClasses(toy, 1_500);
      boolean isLarge = small.isEmpty();
      if (isLarge
          || (strategy == StrategyKind.NAIVE && OracleRun.byInterleavings(toy, 15_000).isEmpty())) {
        continue;
      }
      programs++;
      for (PreemptionBound bound : bounds(strategy)) {
        SearchOptions options =
            SearchOptions.with(strategy)
                .within(new Budget(100_000, null, Budget.DEFAULT_STEPS))
                .within(bound)
                .auditedBy(SOME);
        ToyProgram program = ToyProgram.of(toy);
        small.get().racyVariables().forEach(name -> program.makeVisible(program.objectNamed(name)));
        Outcome outcome = new Exploration(program, options, List.of(), Pace.UNHURRIED).explore();
        if (outcome.end() != Outcome.End.EXHAUSTED && outcome.end() != Outcome.End.BOUNDED) {
          continue; // it has endless executions, or too many: there is nothing to confirm
        }
        audited++;
        assertThat(outcome.audit().missed())
            .as("program %d, %s, bound %s:%n%s", seed, strategy, bound, program.names())
            .isNull();
        assertThat(outcome.audit().executions()).isPositive();
      }
    }
    assertThat(audited).isGreaterThan(300);
  }

  private static List<PreemptionBound> bounds(StrategyKind strategy) {
    List<PreemptionBound> bounds = new ArrayList<>();
    if (strategy != StrategyKind.CB_DFS && strategy != StrategyKind.CB_POR) {
      bounds.add(PreemptionBound.NONE);
    }
    if (strategy.canBound()) {
      bounds.add(new PreemptionBound(1, false));
    }
    return bounds;
  }

  @Test
  void aSearchThatFoundNothingIsConfirmedByTwentyExecutions() {
    SearchOptions options =
        SearchOptions.with(StrategyKind.OPTIMAL).auditedBy(SearchOptions.AuditSize.BY_SEARCH);
    Outcome outcome = search(Programs.parse(Programs.lostUpdate(3)), options);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(36);
    assertThat(outcome.audit()).isEqualTo(new Outcome.Audit(20, 20, true, 36, 1, null));
  }

  // --- several workers

  private static final int WORKERS = 3;

  private static Outcome unjudgedTogether(
      Supplier<? extends Program> programs, StrategyKind strategy, long seed) {
    SearchOptions options = SearchOptions.with(strategy).auditedBy(SOME);
    return new SimulatedCrew(programs, options, any -> List.of(), WORKERS, seed).explore();
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyKind.class,
      names = {"OPTIMAL", "SOURCE"})
  void severalWorkersNoticeWhatAFrontEndForgets(StrategyKind strategy) {
    for (int seed = 0; seed < 20; seed++) {
      Outcome blocked =
          unjudgedTogether(() -> ForgetfulProgram.ofBlocked(ONE_IS_LEFT), strategy, seed);
      assertThat(blocked.verdict()).isEqualTo(Outcome.Verdict.DEFECT);
      Outcome.Missed missed = requireNonNull(blocked.audit().missed());
      assertThat(missed.steps().steps().get(0).thread()).isEqualTo(1);
      assertThat(requireNonNull(missed.nearest()).steps().get(0).thread()).isEqualTo(0);

      Outcome untold = unjudgedTogether(() -> ForgetfulProgram.of(FLAG, "x"), strategy, seed);
      assertThat(untold.verdict()).isEqualTo(Outcome.Verdict.DEFECT);

      for (String text : List.of(ONE_IS_LEFT, FLAG)) {
        Outcome nothing = unjudgedTogether(() -> ForgetfulProgram.ofNothing(text), strategy, seed);
        assertThat(nothing.audit().missed()).isNull();
        assertThat(nothing.audit().compared()).isEqualTo(40);
      }
    }
  }

  @Test
  void theClassesOfAllWorkersAreCompared() {
    SearchOptions options =
        SearchOptions.with(StrategyKind.OPTIMAL).auditedBy(SearchOptions.AuditSize.BY_SEARCH);
    for (int seed = 0; seed < 20; seed++) {
      Outcome outcome =
          new SimulatedCrew(
                  () -> Programs.parse(Programs.lostUpdate(3)),
                  options,
                  Observers::standard,
                  1 + seed % 5,
                  seed)
              .explore();
      assertThat(outcome.executions()).isEqualTo(36);
      assertThat(outcome.audit()).isEqualTo(new Outcome.Audit(20, 20, true, 36, 1, null));
    }
  }

  @Test
  void anAuditOfSeveralWorkersThatRevealsAnObjectStartsTheSearchAgain() {
    String text =
        "atomic x = 0\natomic y = 0\nshared p = 0\nthread a {\n  x = 1\n  p = 1\n}\n"
            + "thread b {\n  y = 1\n  p = 2\n}\n";
    SearchOptions options = SearchOptions.with(StrategyKind.OPTIMAL).auditedBy(SOME);
    for (int seed = 0; seed < 20; seed++) {
      Outcome outcome =
          new SimulatedCrew(
                  () -> new LateProgram(text, trace -> trace.thread(0) == 1),
                  options,
                  any -> List.of(),
                  WORKERS,
                  seed)
              .explore();
      assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
      assertThat(outcome.warmup()).isEqualTo(1);
      assertThat(outcome.executions()).isEqualTo(2);
      assertThat(outcome.audit().compared()).isEqualTo(40);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyKind.class,
      names = {"OPTIMAL", "SOURCE"})
  void executionsOfRandomProgramsAreOfClassesThatOneOfTheWorkersExecuted(StrategyKind strategy) {
    int audited = 0;
    for (long seed = 0; audited < 200; seed++) {
      Toy toy = ToyProgram.of(RandomPrograms.generate(seed, 3, 5)).toy();
      if (OracleRun.byPrefixClasses(toy, 1_500).isEmpty()) {
        continue;
      }
      SearchOptions options =
          SearchOptions.with(strategy)
              .within(new Budget(100_000, null, Budget.DEFAULT_STEPS))
              .auditedBy(SOME);
      int workers = 2 + (int) (seed % 4);
      Outcome outcome =
          new SimulatedCrew(() -> ToyProgram.of(toy), options, Observers::standard, workers, seed)
              .explore();
      if (outcome.end() == Outcome.End.EXHAUSTED) {
        audited++;
        assertThat(outcome.audit().missed()).as("program %d, %s", seed, strategy).isNull();
        assertThat(outcome.audit().compared()).as("program %d", seed).isEqualTo(40);
      }
    }
  }
}
