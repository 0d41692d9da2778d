package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Outcome;
import dev.clew.explore.StrategyKind;
import dev.clew.jvm.program.corpus.JavaCorpus;
import dev.clew.jvm.program.corpus.JavaProgram;
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
