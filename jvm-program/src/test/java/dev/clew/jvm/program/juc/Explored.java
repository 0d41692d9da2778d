package dev.clew.jvm.program.juc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;

/** What tests expect of programs. */
final class Explored {
  private Explored() {}

  /** The number of trace classes of a program in which nothing is wrong. */
  static long classesOf(Class<?> program, String... arguments) {
    Outcome outcome = Harness.explore(program, arguments);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.blocked()).isZero();
    return outcome.executions();
  }

  /** Requires that a program goes wrong in this way, among others. */
  static void finds(Class<?> program, FindingKind kind) {
    assertThat(Harness.explore(program).findings()).extracting(each -> each.kind()).contains(kind);
  }
}
