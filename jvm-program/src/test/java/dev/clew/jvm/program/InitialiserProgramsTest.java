package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.StrategyKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whichever thread runs an initialiser, what it makes is the same; equal is not the same. */
class InitialiserProgramsTest {
  @ParameterizedTest
  @ValueSource(strings = {"holder", "lazy", "enum", "sameBox", "sameString", "internedString"})
  void areRight(String program) {
    Outcome outcome = Harness.explore(InitialiserPrograms.class, program);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.executions()).isEqualTo(2);
  }

  /** To give back the lock of a class is an operation: until then others wait. */
  @ParameterizedTest
  @ValueSource(strings = {"nested", "enumSwitch"})
  void areRightHoweverTheyAreInterleaved(String program) {
    for (StrategyKind kind : StrategyKind.values()) {
      if (kind != StrategyKind.PRUNED && !(kind.canBound() && kind != StrategyKind.OPTIMAL)) {
        Outcome outcome =
            Harness.program(InitialiserPrograms.class, program).by(kind).atMost(500).explore();
        assertThat(outcome.findings()).as(kind.id()).isEmpty();
      }
    }
  }

  /** Who uses the class second does not come after all that who initialised it did before. */
  @ParameterizedTest
  @EnumSource(names = {"OPTIMAL", "SOURCE", "DPOR", "STATEFUL", "NAIVE", "RANDOM"})
  void orderOnlyWhatTheyDoThemselves(StrategyKind kind) {
    assertThat(
            Harness.program(InitialiserPrograms.class, "writtenBefore")
                .by(kind)
                .atMost(500)
                .explore()
                .findings())
        .extracting(Finding::kind)
        .containsOnly(FindingKind.DATA_RACE);
  }

  @ParameterizedTest
  @CsvSource({
    "monitorInInitialiser, DEADLOCK",
    "lockInInitialiser, DEADLOCK",
    "failure, EXCEPTION",
    "equalBoxes, DATA_RACE",
    "equalStrings, DATA_RACE"
  })
  void areWrong(String program, FindingKind kind) {
    assertThat(Harness.explore(InitialiserPrograms.class, program).findings())
        .extracting(Finding::kind)
        .containsOnly(kind);
  }
}
