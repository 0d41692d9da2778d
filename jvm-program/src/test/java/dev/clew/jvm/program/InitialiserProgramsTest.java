package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
