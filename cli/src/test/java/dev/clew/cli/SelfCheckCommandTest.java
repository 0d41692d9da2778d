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

  @Test
  void randomProgramsPassInC() {
    Clew.Result result =
        Clew.run("selfcheck", "--front-end", "c", "--programs", 5, "--seed", 3, "--ops", 3);

    assertThat(result.exit()).isZero();
    assertThat(result.out()).endsWith("5 passed, 0 failed" + System.lineSeparator());
  }

  @Test
  void randomProgramsPassInJava() {
    Clew.Result result = Clew.run("selfcheck", "--front-end", "java", "--programs", 15);

    assertThat(result.out()).endsWith("15 passed, 0 failed" + System.lineSeparator());
    assertThat(result.exit()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "--front-end, kotlin",
    "--programs, 0",
    "--threads, 7",
    "--ops, -1",
    "--seed, x",
    "--progams, 5"
  })
  void badOptionIsRefused(String option, String value) {
    Clew.Result result = Clew.run("selfcheck", option, value);

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
  }

  @Test
  void numbersAreRefusedInTheWordsOfCheck() {
    String huge = "99999999999999999999";

    assertThat(Clew.run("selfcheck", "--seed", huge).err()).contains(huge + "' is too large, give");
    assertThat(Clew.run("selfcheck", "--ops", "x").err()).contains("'x' is not a whole number");
    assertThat(Clew.run("selfcheck", "--programs", 5_000_000_000L).err())
        .contains("--programs is 5000000000, it must be 1 to 2147483647");
  }
}
