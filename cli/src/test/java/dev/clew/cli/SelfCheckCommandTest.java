package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.java.JavaLanguage;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.testkit.written.WrittenSelfCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** Programs that once showed something else in Java. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        // who joins a thread that does nothing waits for it to pass the gate: no preemption there
        """
        atomic x = 0
        shared p0 = 0
        thread t0 { r = p0; join t2; x = 0 }
        thread t1 { p0 = 0; x = 0 }
        thread t2 { }
        """,
        // who is started first wakes first, which is not the first one in the text
        """
        thread t { start u[1]; start u[0] }
        thread u[2] { sleep 1000 }
        """,
        // a round that found the lock taken was left out, as it changed nothing
        """
        rwlock w
        thread t { while 1 { r = tryreadlock w; writelock w; writeunlock w } }
        thread u { writelock w; writeunlock w }
        """,
        // so were rounds that wait for a time
        """
        lock m
        condition c
        daemon t { while 1 { park timed 1 } }
        thread u { r = clock; sleep 600; lock m; wait c m timed 999; unlock m; k = 0; exit r }
        """
      })
  void onceDifferedInJava(String text) {
    Toy program = ToyProgram.parse("once differed", text).toy();
    JavaLanguage language = new JavaLanguage(CompiledClasses::of);

    assertThat(language.canExpress(program)).isTrue();
    assertThat(new WrittenSelfCheck(language, System.out).difference(program)).isEmpty();
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
