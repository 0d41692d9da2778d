package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command that compares the search with brute force. */
class SelfCheckCommandTest {
  @Test
  void randomProgramsPass() {
    Clew.Result result = Clew.run("selfcheck", "--programs", 5, "--seed", 3, "--ops", 3);

    assertThat(result.exit()).isZero();
    assertThat(result.out()).endsWith("5 passed, 0 failed" + System.lineSeparator());
  }

  @ParameterizedTest
  @CsvSource({"--programs, 0", "--threads, 7", "--ops, -1", "--seed, x", "--progams, 5"})
  void badOptionIsRefused(String option, String value) {
    Clew.Result result = Clew.run("selfcheck", option, value);

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
  }
}
