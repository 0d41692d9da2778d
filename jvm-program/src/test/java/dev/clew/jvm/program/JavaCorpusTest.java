package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.analyze.Observers;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.jvm.program.corpus.JavaCorpus;
import dev.clew.jvm.program.corpus.JavaProgram;
import dev.clew.testkit.SimulatedCrew;
import dev.clew.testkit.corpus.Corpus;
import dev.clew.testkit.corpus.KnownProgram;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Java programs with a known number of trace classes: each class exactly once. */
class JavaCorpusTest {
  private static final long MOST_CLASSES = 1_000;
  private static final long MOST_SHARED = 150;

  @TestFactory
  List<DynamicTest> everyClassIsExploredOnce() {
    return JavaCorpus.upTo(MOST_CLASSES).stream()
        .map(
            program ->
                DynamicTest.dynamicTest(program + " " + program.arguments(), () -> check(program)))
        .toList();
  }

  private static void check(JavaProgram program) {
    Outcome outcome = explore(program, StrategyKind.OPTIMAL);

    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(outcome.executions()).isEqualTo(program.classes());
    assertThat(outcome.blocked()).isZero();
    assertThat(outcome.deadlocks()).isEqualTo(program.deadlocks());
  }

  /** The workers have the program in turns, each with its own trace of it. */
  @TestFactory
  List<DynamicTest> severalWorkersExploreEveryClassOnce() {
    return JavaCorpus.upTo(MOST_SHARED).stream()
        .map(
            program ->
                DynamicTest.dynamicTest(
                    program + " " + program.arguments(), () -> checkTogether(program)))
        .toList();
  }

  private static void checkTogether(JavaProgram known) {
    SearchOptions options = SearchOptions.with(StrategyKind.OPTIMAL);
    Outcome outcome =
        Harness.program(known.main(), known.arguments().toArray(new String[0]))
            .use(
                program ->
                    new SimulatedCrew(() -> program, options, Observers::standard, 3, 1).explore());

    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(outcome.executions()).isEqualTo(known.classes());
    assertThat(outcome.blocked()).isZero();
    assertThat(outcome.deadlocks()).isEqualTo(known.deadlocks());
  }

  @Test
  void otherStrategiesFindTheSameDeadlocksAndFailures() {
    for (JavaProgram program : JavaCorpus.upTo(60)) {
      Outcome optimal = explore(program, StrategyKind.OPTIMAL);
      for (StrategyKind kind : List.of(StrategyKind.SOURCE, StrategyKind.DPOR)) {
        Outcome other = explore(program, kind);
        assertThat(other.executions() - other.blocked())
            .as("%s by %s", program, kind)
            .isGreaterThanOrEqualTo(optimal.executions());
        assertThat(other.deadlocks() > 0).isEqualTo(optimal.deadlocks() > 0);
        assertThat(other.findings()).hasSameSizeAs(optimal.findings());
      }
    }
  }

  @Test
  void theCountsAreThoseOfTheToyPrograms() {
    for (JavaProgram program : JavaCorpus.sharedWithToy()) {
      Optional<KnownProgram> toy =
          Corpus.programs().stream()
              .filter(known -> known.name().equals(program.name()))
              .findFirst();
      assertThat(toy).as(program.name()).isPresent();
      assertThat(program.classes()).isEqualTo(toy.orElseThrow().classes());
    }
  }

  private static Outcome explore(JavaProgram program, StrategyKind strategy) {
    return Harness.program(program.main(), program.arguments().toArray(new String[0]))
        .by(strategy)
        .explore();
  }
}
