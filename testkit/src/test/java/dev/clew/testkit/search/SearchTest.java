package dev.clew.testkit.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.analyze.DeadlockObserver;
import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.toy.ToyProgram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SearchTest {

  private static Outcome search(String text, SearchOptions options) {
    return search(text, options, Pace.UNHURRIED);
  }

  private static Outcome search(String text, SearchOptions options, Pace pace) {
    ToyProgram program = Programs.parse(text);
    return new Exploration(program, options, Observers.standard(program), pace).explore();
  }

  private static SearchOptions optimal(int planCap) {
    return new SearchOptions(StrategyKind.OPTIMAL, Budget.UNLIMITED, true, true, 0, planCap);
  }

  @Test
  void aVerdictIsReachedOnlyWhenNothingIsLeft() {
    Outcome outcome = search(Programs.lostUpdate(3), SearchOptions.with(StrategyKind.OPTIMAL));
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(36);
    assertThat(outcome.blocked()).isZero();
    assertThat(outcome.estimate()).isEqualTo(36);
  }

  @Test
  void withLittleMemoryTheSearchIsCompleteButSaysThatItIsNotOptimal() {
    Outcome outcome =
        search(Programs.AB_BA + "atomic x = 0\nthread t[3] {\n r = x\n x = r\n}\n", optimal(3));
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(outcome.reductions()).anyMatch(text -> text.contains("memory limit"));
    assertThat(outcome.executions() - outcome.blocked()).isGreaterThanOrEqualTo(3 * 36);
  }

  @Test
  void limitsEndASearchWithoutAVerdict() {
    SearchOptions few = SearchOptions.with(StrategyKind.OPTIMAL).within(new Budget(10, null, 1000));
    Outcome outcome = search(Programs.lostUpdate(3), few);
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXECUTION_LIMIT);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.INCONCLUSIVE);
    assertThat(outcome.executions()).isEqualTo(10);

    SearchOptions brief =
        SearchOptions.with(StrategyKind.OPTIMAL)
            .within(new Budget(Long.MAX_VALUE, Duration.ofMillis(30), 1000));
    assertThat(search(Programs.lostUpdate(8), brief).end()).isEqualTo(Outcome.End.TIME_LIMIT);
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyKind.class,
      names = {"OPTIMAL", "SOURCE", "DPOR", "STATEFUL", "NAIVE"})
  void aLimitThatIsReachedWhenNothingIsLeftDoesNotCount(StrategyKind strategy) {
    String text = "atomic x = 0\nthread t[2] {\n  k = choose 2\n  r = x\n  x = k\n}\n";
    long all = search(text, SearchOptions.with(strategy)).executions();
    SearchOptions justEnough = SearchOptions.with(strategy).within(new Budget(all, null, 1000));
    assertThat(search(text, justEnough).end()).isEqualTo(Outcome.End.EXHAUSTED);
    SearchOptions tooFew = SearchOptions.with(strategy).within(new Budget(all - 1, null, 1000));
    assertThat(search(text, tooFew).end()).isEqualTo(Outcome.End.EXECUTION_LIMIT);
  }

  @Test
  void aChoiceAmongManyValuesCostsOneExecutionEach() {
    String text =
        "atomic x = 0\nthread t {\n  k = choose 1000\n  x = k\n}\nthread u {\n  r = x\n}\n";
    Outcome outcome = search(text, SearchOptions.with(StrategyKind.OPTIMAL));
    assertThat(outcome.executions()).isEqualTo(2000);
    assertThat(outcome.blocked()).isZero();
    assertThat(outcome.seconds()).isLessThan(20);
  }

  @Test
  void aViolationBesideARaceIsCountedWithItsExecution() {
    String text = "shared x = 0\nthread t[2] {\n  r = x\n  x = r + 1\n  assert 0 \"always\"\n}\n";
    SearchOptions first =
        new SearchOptions(
            StrategyKind.OPTIMAL, Budget.UNLIMITED, false, true, 0, SearchOptions.DEFAULT_PLAN_CAP);
    Outcome outcome = search(text, first);
    assertThat(outcome.end()).isEqualTo(Outcome.End.VIOLATION);
    assertThat(outcome.executions()).isEqualTo(1);
  }

  @Test
  void anEndlessExecutionEndsTheSearchAtTheStepLimit() {
    SearchOptions options =
        SearchOptions.with(StrategyKind.OPTIMAL).within(new Budget(Long.MAX_VALUE, null, 500));
    Outcome outcome = search("atomic x = 0\nthread t {\n while 1 {\n x = 1\n }\n}\n", options);
    assertThat(outcome.end()).isEqualTo(Outcome.End.STEP_LIMIT);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.INCONCLUSIVE);
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyKind.class,
      names = {"CB_POR", "PRUNED"},
      mode = EnumSource.Mode.EXCLUDE)
  void aFaultOnAnotherPathThanAnEndlessOneIsFound(StrategyKind strategy) {
    String text =
        """
        atomic x
        atomic y
        thread a {
          r = x
          if r == 0 {
            while 1 { y = 1 }
          } else {
            assert 0 "found"
          }
        }
        thread b { x = 1 }
        thread c { while 1 { r = y; y = 2 } }
        """;
    SearchOptions options =
        new SearchOptions(
            strategy,
            new Budget(Long.MAX_VALUE, null, 2000),
            false,
            true,
            0,
            SearchOptions.DEFAULT_PLAN_CAP);
    Outcome outcome = search(text, options);
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).message()).contains("found");

    Outcome without = search(text.replace("assert 0", "assert 1"), options);
    if (strategy == StrategyKind.STATEFUL) {
      assertThat(without.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    } else {
      assertThat(without.verdict()).isEqualTo(Outcome.Verdict.INCONCLUSIVE);
      assertThat(without.endless().count()).isPositive();
      assertThat(without.endless().paths().get(0).threads()).contains(2);
    }
  }

  @Test
  void theUserCanStopASearch() {
    Outcome outcome =
        search(
            Programs.lostUpdate(8),
            SearchOptions.with(StrategyKind.OPTIMAL),
            progress -> progress.executions() < 5000);
    assertThat(outcome.end()).isEqualTo(Outcome.End.STOPPED);
    assertThat(outcome.executions()).isBetween(5000L, 20_000L);
  }

  @Test
  void theEstimateComesCloserAndIsExactAtTheEnd() {
    List<Double> estimates = new ArrayList<>();
    Outcome outcome =
        search(
            Programs.lastzero(13),
            SearchOptions.with(StrategyKind.OPTIMAL),
            progress -> estimates.add(progress.executions() / progress.explored()));
    long classes = 16L << 11;
    assertThat(outcome.executions()).isEqualTo(classes);
    assertThat(outcome.estimate()).isEqualTo(classes);
    assertThat(estimates.get(estimates.size() * 9 / 10)).isBetween(classes / 3.0, classes * 3.0);
  }

  @ParameterizedTest
  @EnumSource(value = StrategyKind.class, mode = EnumSource.Mode.EXCLUDE, names = "PRUNED")
  void everyStrategyFindsTheDeadlockAndSaysWhoWaitsForWhom(StrategyKind strategy) {
    Outcome outcome = search(Programs.AB_BA, SearchOptions.with(strategy));
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VIOLATION);
    assertThat(outcome.findings()).hasSize(1);
    Finding finding = outcome.findings().get(0);
    assertThat(finding.code()).isEqualTo(DeadlockObserver.CYCLE);
    assertThat(finding.message())
        .isEqualTo("left waits for lock b, held by right; right waits for lock a, held by left");
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyKind.class,
      names = {"OPTIMAL", "SOURCE", "DPOR", "STATEFUL", "NAIVE"})
  void everyStrategyReachesTheOutcomeThatAnEarlySourceSetSearchMissed(StrategyKind strategy) {
    String text =
        """
        atomic a = 0
        atomic b = 0
        atomic c = 0
        thread writer {
          c = 1
          c = 2
          c = 3
          b = 2
        }
        thread other {
          a = 1
          b = 1
        }
        thread reader {
          r = c
          if r == 2 {
            k = b
            assert k != 0 "reached"
          }
        }
        """;
    Outcome outcome = search(text, SearchOptions.with(strategy));
    assertThat(outcome.findings()).extracting(Finding::kind).containsExactly(FindingKind.ASSERTION);
  }

  @Test
  void aRaceMakesItsLocationVisibleAndTheSearchGoesOn() {
    String text = "shared x = 0\nthread t[2] {\n  r = x\n  x = r + 1\n}\n";
    Outcome outcome = search(text, SearchOptions.with(StrategyKind.OPTIMAL));
    assertThat(outcome.findings()).extracting(Finding::kind).containsExactly(FindingKind.DATA_RACE);
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(outcome.executions()).isEqualTo(4);
    assertThat(outcome.warmup()).isEqualTo(1);
    assertThat(outcome.findings().get(0).message())
        .isEqualTo(
            "data race on x: t[0] writes it at line 4, t[1] reads it at line 3, and nothing orders"
                + " the two");
  }

  @Test
  void aPlainVariableThatNeverRacesCostsNoExecutions() {
    String text =
        "shared x = 0\nlock m\nthread t[2] {\n  lock m\n  r = x\n  x = r + 1\n  unlock m\n}\n";
    Outcome outcome = search(text, SearchOptions.with(StrategyKind.OPTIMAL));
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(2);
  }

  @Test
  void aLostNotifyIsReportedWithWhatNeverCame() {
    String text =
        """
        lock m
        condition c
        thread waiter {
          lock m
          wait c m
          unlock m
        }
        thread notifier {
          lock m
          notify c
          unlock m
        }
        """;
    Outcome outcome = search(text, SearchOptions.with(StrategyKind.OPTIMAL));
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).code()).isEqualTo(DeadlockObserver.STUCK);
    assertThat(outcome.findings().get(0).message()).isEqualTo("waiter waits to be notified on c");
  }

  @Test
  void randomWalksAreSamplesAndDependOnTheSeedAlone() {
    SearchOptions options =
        new SearchOptions(StrategyKind.RANDOM, new Budget(50, null, 1000), true, true, 17, 0);
    Outcome outcome = search(Programs.lostUpdate(4), options);
    assertThat(outcome.end()).isEqualTo(Outcome.End.SAMPLED);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.INCONCLUSIVE);
    assertThat(outcome.transitions())
        .isEqualTo(search(Programs.lostUpdate(4), options).transitions());
  }
}
