package dev.clew.jvm.program.juc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.Set;
import java.util.TreeSet;

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

  /**
   * What can come out of a program, from 0 on: its first argument says what it does, and it fails
   * if the second is what comes out.
   */
  static Set<Integer> outcomes(Class<?> program, String what, int most) {
    Set<Integer> found = new TreeSet<>();
    for (int i = 0; i <= most; i++) {
      Outcome outcome = Harness.explore(program, what, String.valueOf(i));
      if (!outcome.findings().isEmpty()) {
        assertThat(outcome.findings())
            .extracting(Finding::kind)
            .containsOnly(FindingKind.ASSERTION);
        found.add(i);
      } else {
        assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
      }
    }
    return found;
  }

  /** The search finds something of each of these kinds. */
  static void finds(Class<?> program, FindingKind... kinds) {
    assertThat(Harness.explore(program).findings()).extracting(Finding::kind).contains(kinds);
  }
}
