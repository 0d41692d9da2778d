package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reflection, handles, records, services and the like do not change what is explored. */
class LanguageTest {
  @ParameterizedTest
  @EnumSource(LanguagePrograms.Way.class)
  void everyWayToANumberIsExploredAlike(LanguagePrograms.Way way) {
    Outcome outcome = Harness.explore(LanguagePrograms.class, way.name());

    assertThat(outcome.findings())
        .extracting(Finding::kind, Finding::message)
        .containsExactly(tuple(FindingKind.ASSERTION, "java.lang.AssertionError: the sum is 1"));
    // One after the other in two orders; both read before both write, in two orders.
    assertThat(outcome.executions()).isEqualTo(4);
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
  }
}
