package dev.clew.testkit.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.SimulatedCrew;
import dev.clew.testkit.corpus.Corpus;
import dev.clew.testkit.corpus.KnownProgram;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.trace.ForwardingProgram;
import dev.clew.trace.Program;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever explores which part, and whatever message comes first, the outcome is the same. */
final class ParallelSearchTest {
  private static final SearchOptions OPTIMAL = SearchOptions.with(StrategyKind.OPTIMAL);

  private static Outcome together(String text, SearchOptions options, int workers, long seed) {
    return new SimulatedCrew(
            () -> Programs.parse(text), options, Observers::standard, workers, seed)
        .explore();
  }

  private static Outcome alone(String text, SearchOptions options) {
    ToyProgram program = Programs.parse(text);
    return new Exploration(program, options, Observers.standard(program), Pace.UNHURRIED).explore();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void severalWorkersCountWhatIsKnown(KnownProgram known) {
    for (int workers = 1; workers <= 4; workers++) {
      Outcome outcome =
          new SimulatedCrew(known::program, OPTIMAL, any -> List.of(), workers, workers).explore();

      assertThat(outcome.executions()).isEqualTo(known.classes());
      assertThat(outcome.deadlocks()).isEqualTo(known.deadlocks());
      assertThat(outcome.blocked()).isZero();
    }
  }

  static List<KnownProgram> programs() {
    return Corpus.upTo(20_000);
  }

  @Test
  void severalWorkersFindWhatOneFinds() {
    String text =
        """
        shared p = 0
        atomic x = 0
        lock a
        lock b
        thread left {
          lock a
          lock b
          r = p
          p = r + 1
          unlock b
          unlock a
        }
        thread right {
          lock b
          lock a
          unlock a
          unlock b
          p = 1
          x = 1
        }
        thread other {
          k = x
          assert k == 0 "seen"
        }
        """;
    Outcome expected = alone(text, OPTIMAL);
    assertThat(expected.findings())
        .extracting(Finding::kind)
        .containsExactlyInAnyOrder(
            FindingKind.DATA_RACE, FindingKind.DEADLOCK, FindingKind.ASSERTION);
    for (int seed = 0; seed < 200; seed++) {
      Outcome outcome = together(text, OPTIMAL, 2 + seed % 4, seed);
      assertThat(outcome.executions()).isEqualTo(expected.executions());
      assertThat(outcome.transitions()).isEqualTo(expected.transitions());
      assertThat(outcome.deadlocks()).isEqualTo(expected.deadlocks());
      assertThat(outcome.findings()).hasSameSizeAs(expected.findings());
      assertThat(outcome.findings())
          .allMatch(found -> expected.findings().stream().anyMatch(found::isSameAs));
    }
  }

  @Test
  void theLimitOfExecutionsIsExactForAllTogether() {
    SearchOptions few = OPTIMAL.within(new Budget(1000, null, 1000));
    SearchOptions enough = OPTIMAL.within(new Budget(14_400, null, 1000));
    for (int seed = 0; seed < 20; seed++) {
      Outcome stopped = together(Programs.lostUpdate(5), few, 3, seed);
      assertThat(stopped.end()).isEqualTo(Outcome.End.EXECUTION_LIMIT);
      assertThat(stopped.executions()).isEqualTo(1000);
    }
    Outcome outcome = together(Programs.lostUpdate(5), enough, 3, 1);
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(outcome.executions()).isEqualTo(14_400);
  }

  @Test
  void theFirstViolationEndsTheSearchOfAll() {
    SearchOptions first =
        new SearchOptions(
            StrategyKind.OPTIMAL, Budget.UNLIMITED, false, true, 0, SearchOptions.DEFAULT_PLAN_CAP);
    Outcome outcome = together(Programs.AB_BA, first, 3, 1);
    assertThat(outcome.end()).isEqualTo(Outcome.End.VIOLATION);
    assertThat(outcome.findings()).extracting(Finding::kind).containsExactly(FindingKind.DEADLOCK);
  }

  @Test
  void anEndlessExecutionIsToldAndAllGoOn() {
    SearchOptions options = OPTIMAL.within(new Budget(Long.MAX_VALUE, null, 500));
    String text =
        "atomic x = 0\nthread t {\n r = x\n if r == 0 {\n while 1 {\n yield\n }\n }\n assert 0\n}\n"
            + "thread u {\n x = 1\n}\n";
    for (int seed = 0; seed < 20; seed++) {
      Outcome outcome = together(text, options, 3, seed);
      assertThat(outcome.end()).isEqualTo(Outcome.End.STEP_LIMIT);
      assertThat(outcome.endless().paths()).hasSize(1);
      assertThat(outcome.endless().depth()).isGreaterThan(100);
      assertThat(outcome.findings()).hasSize(1);
    }
  }

  /** Notices once, when another thread begins, that what it took for granted is not so. */
  private static Program mistakenOnce() {
    ToyProgram program = Programs.parse(Programs.lostUpdate(3));
    return new ForwardingProgram(program) {
      private boolean isKnown;

      @Override
      public void run(Schedule schedule, Trace trace) {
        program.run(schedule, trace);
        if (!isKnown && trace.thread(0) == 1) {
          isKnown = true;
          trace.startAgain();
        }
      }
    };
  }

  @Test
  void aProgramThatWasMistakenStartsTheSearchOfAllAgain() {
    for (int seed = 0; seed < 50; seed++) {
      int workers = 1 + seed % 4;
      Outcome outcome =
          new SimulatedCrew(
                  ParallelSearchTest::mistakenOnce, OPTIMAL, any -> List.of(), workers, seed)
              .explore();
      assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
      assertThat(outcome.warmup()).isPositive();
      assertThat(outcome.executions()).isEqualTo(36);
    }
  }

  @Test
  void withLittleMemorySeveralWorkersAreCompleteButSayThatTheyAreNotOptimal() {
    SearchOptions little =
        new SearchOptions(StrategyKind.OPTIMAL, Budget.UNLIMITED, true, true, 0, 3);
    Outcome outcome = together(Programs.lostUpdate(4), little, 3, 1);
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(outcome.reductions()).anyMatch(text -> text.contains("memory limit"));
    assertThat(outcome.executions() - outcome.blocked()).isEqualTo(576);
  }
}
