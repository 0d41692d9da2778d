package dev.clew.jvm.program.juc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;

/** What the search says of a program. */
final class Verdicts {
  private Verdicts() {}

  /** The program is correct; how many trace classes that took. */
  static long verified(Class<?> program, String... arguments) {
    Outcome outcome = Harness.explore(program, arguments);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    return outcome.executions();
  }

  /** An assertion of the program fails. */
  static void fails(Class<?> program, String... arguments) {
    assertThat(Harness.explore(program, arguments).findings())
        .extracting(Finding::kind)
        .contains(FindingKind.ASSERTION);
  }

  /** The search finds something of each of these kinds. */
  static void finds(Class<?> program, FindingKind... kinds) {
    assertThat(Harness.explore(program).findings()).extracting(Finding::kind).contains(kinds);
  }
}
