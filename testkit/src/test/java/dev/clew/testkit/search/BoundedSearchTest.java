package dev.clew.testkit.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.explore.bounded.PreemptionBound;
import dev.clew.testkit.Comparison;
import dev.clew.testkit.toy.ToyProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BoundedSearchTest {

  private static Outcome search(String text, StrategyKind strategy, PreemptionBound preemptions) {
    return search(text, SearchOptions.with(strategy).within(preemptions));
  }

  private static Outcome search(String text, SearchOptions options) {
    ToyProgram program = Programs.parse(text);
    return new Exploration(program, options, Observers.standard(program), Pace.UNHURRIED).explore();
  }

  private static PreemptionBound upTo(int preemptions) {
    return new PreemptionBound(preemptions, false);
  }

  @Test
  void sleepSetsDoNotHideTheSecondOrderOfFigure1() {
    String figure1 =
        """
        atomic x = 0
        atomic y = 0
        thread t1 {
          x = 1
          y = 1
        }
        thread t2 {
          y = 2
        }
        """;
    Outcome outcome = search(figure1, StrategyKind.OPTIMAL, upTo(0));
    assertThat(outcome.covered()).isEqualTo(2);
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(search(figure1, StrategyKind.CB_POR, upTo(0)).covered()).isEqualTo(2);
    assertThat(search(figure1, StrategyKind.CB_POR, upTo(1)).covered()).isEqualTo(2);
    assertThat(search(figure1, StrategyKind.CB_DFS, upTo(0)).covered()).isEqualTo(2);
    assertThat(search(figure1, StrategyKind.CB_DFS, upTo(1)).covered()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"2, 0, 2", "2, 1, 4", "3, 0, 6", "3, 1, 24", "3, 2, 36"})
  void lostUpdateNeedsAPreemptionForEachThreadThatReadsTooEarly(
      int threads, int preemptions, int classes) {
    Outcome outcome = search(Programs.lostUpdate(threads), StrategyKind.OPTIMAL, upTo(preemptions));
    assertThat(outcome.covered()).isEqualTo(classes);
    outcome = search(Programs.lostUpdate(threads), StrategyKind.CB_POR, upTo(preemptions));
    assertThat(outcome.executions()).isEqualTo(classes);
  }

  @Test
  void whatIsBeyondTheBoundIsNotVerified() {
    Outcome outcome = search(Programs.lostUpdate(3), StrategyKind.OPTIMAL, upTo(1));
    assertThat(outcome.end()).isEqualTo(Outcome.End.BOUNDED);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.INCONCLUSIVE);
    assertThat(outcome.scope()).isEqualTo(Outcome.Scope.BOUNDED);
    assertThat(outcome.coverage().exhausted()).isEqualTo(1);
  }

  @Test
  void toLeaveABlockedThreadIsNoPreemption() {
    String handOver =
        """
        semaphore go = 0
        semaphore back = 0
        thread a {
          release go
          acquire back
          release go
          acquire back
        }
        thread b {
          acquire go
          release back
          acquire go
          release back
        }
        """;
    Outcome outcome = search(handOver, StrategyKind.OPTIMAL, upTo(0));
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(outcome.covered()).isEqualTo(1);
  }

  @Test
  void iteratedBoundsEndWhenNothingIsBeyond() {
    Outcome outcome =
        search(Programs.lostUpdate(3), StrategyKind.OPTIMAL, PreemptionBound.ITERATIVE);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(36);
    assertThat(outcome.coverage().bound()).isEqualTo(2);
  }

  @Test
  void iteratedBoundsFindAViolationWithTheFewestPreemptions() {
    String early =
        """
        atomic a = 0
        atomic b = 0
        atomic c = 0
        thread t {
          a = 1
          r = b
          c = 1
          s = b
          assert r == 0 || s == 1
        }
        thread u {
          x = a
          b = x
          y = c
          z = a
          if (x == 1 && y == 0) {
            b = 2
          }
        }
        """;
    SearchOptions first =
        new SearchOptions(
                StrategyKind.OPTIMAL,
                Budget.UNLIMITED,
                false,
                true,
                0,
                SearchOptions.DEFAULT_PLAN_CAP)
            .within(PreemptionBound.ITERATIVE);
    Outcome outcome = search(early, first);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VIOLATION);
    int needed = outcome.coverage().bound();
    assertThat(outcome.coverage().exhausted()).isEqualTo(needed - 1);
    assertThat(search(early, StrategyKind.CB_DFS, upTo(needed)).findings()).isNotEmpty();
    assertThat(search(early, StrategyKind.CB_DFS, upTo(needed - 1)).findings()).isEmpty();
  }

  /** Setters that set two variables one after the other, and one that looks in between. */
  private static String reorder(int setters) {
    StringBuilder text = new StringBuilder("atomic a = 0\natomic b = 0\n");
    for (int t = 0; t < setters; t++) {
      text.append("thread t" + t + " {\n  a = 1\n  b = 1\n}\n");
    }
    return text + "thread check {\n  x = a\n  y = b\n  assert x == y\n}\n";
  }

  @Test
  void whatIsFoundBeyondTheBoundIsToldAtTheEnd() {
    Outcome outcome = search(reorder(2), StrategyKind.OPTIMAL, upTo(0));
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VIOLATION);
    assertThat(outcome.end()).isEqualTo(Outcome.End.BOUNDED);
    assertThat(outcome.coverage().exhausted()).isZero();
    assertThat(outcome.coverage().foundBeyond()).isEqualTo(1);
    assertThat(search(reorder(2), StrategyKind.CB_POR, upTo(0)).findings()).isEmpty();
    Outcome within = search(reorder(2), StrategyKind.OPTIMAL, upTo(1));
    assertThat(within.findings()).hasSize(1);
    assertThat(within.coverage().foundBeyond()).isZero();
  }

  @Test
  void executionsWithLowerBoundsCountForTheLimit() {
    SearchOptions options =
        SearchOptions.with(StrategyKind.OPTIMAL)
            .within(PreemptionBound.ITERATIVE)
            .within(new Budget(50, null, Budget.DEFAULT_STEPS));
    Outcome outcome = search(Programs.lostUpdate(4), options);
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXECUTION_LIMIT);
    assertThat(outcome.executions() + outcome.coverage().earlier()).isEqualTo(50);
  }

  @Test
  void aNumberThatWouldTakeTooLongIsNotComputed() {
    int others = 20;
    StringBuilder text =
        new StringBuilder("atomic go = 0\natomic n = 0\natomic x[" + others + "]\n");
    for (int t = 0; t < others; t++) {
      text.append("thread t" + t + " {\n  r = go\n  x[" + t + "] = 1\n}\n");
    }
    for (int t = 0; t < 2; t++) {
      text.append("thread n" + t + " {\n  r = n\n  n = r + 1\n}\n");
    }
    text.append("thread last {\n");
    for (int t = 0; t < others; t++) {
      text.append("  join t" + t + "\n");
    }
    Outcome outcome = search(text + "  go = 1\n}\n", StrategyKind.OPTIMAL, upTo(0));
    assertThat(outcome.executions()).isEqualTo(4);
    assertThat(outcome.coverage().unsure()).isEqualTo(2);
    assertThat(outcome.coverage().beyond()).isZero();
  }

  @Test
  void threadsThatHaveNothingToDoWithEachOtherCostNothing() {
    StringBuilder text = new StringBuilder("atomic x[60]\n");
    for (int t = 0; t < 60; t++) {
      text.append("thread t" + t + " {\n  x[" + t + "] = 1\n  r = x[" + t + "]\n}\n");
    }
    Outcome outcome = search(text.toString(), StrategyKind.OPTIMAL, upTo(0));
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(outcome.covered()).isEqualTo(1);
  }

  /** Searches of which the plans exceed the memory lost two of these classes. */
  @Test
  void classesThatNeedNoPreemptionAreFoundWithLittleMemory() {
    String barriers =
        """
        atomic x = 0
        barrier b = 2
        thread t2 { arrive b; arrive b; arrive b }
        thread t0 { arrive b; arrive b; arrive b; x = 0 }
        thread t1 { k = x; arrive b }
        """;
    assertThat(new Comparison().compare(Programs.parse(barriers).toy())).contains("");
  }
}
