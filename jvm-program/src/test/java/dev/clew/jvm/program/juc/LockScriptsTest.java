package dev.clew.jvm.program.juc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random little programs with locks: the searches find the classes all interleavings have. */
final class LockScriptsTest {
  private static final int INTERLEAVINGS = 5_000;
  private static final int PROGRAMS = Integer.getInteger("clew.scripts", 12);
  private static final int LONGEST = 4;

  static LongStream seeds() {
    return LongStream.range(0, PROGRAMS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void mutexes(long seed) {
    check(seed, "llltTuuuq");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void queues(long seed) {
    check(seed, "ltTuuQQwn");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void conditions(long seed) {
    check(seed, "lllwWZvnnNhu");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void readWriteLocks(long seed) {
    check(seed, "rrRyeeexxXzfffgG");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void conditionsOfWriteLocks(long seed) {
    check(seed, "xxxXcCVddDffrRe");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void stampedLocks(long seed) {
    check(seed, "ssSYpPUoOmMKkkkbBjJ");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void interrupts(long seed) {
    check(seed, "liTwWvnuxzcVdfryQ!!!");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void impatience(long seed) {
    check(seed, "lTTWZwvnuurRXfYUkCV!", 1 + (int) (seed % 2));
  }

  /** Programs that once had classes that a search missed, or met twice. */
  @ParameterizedTest
  @ValueSource(strings = {"lu lu"})
  void onceMissed(String program) {
    assertThat(compared(Integer.MAX_VALUE, 0, program)).isPositive();
  }

  private static int compared(long interleavings, int impatience, String program) {
    return ClassesByDefinition.compared(
        interleavings, impatience, LockScripts.class, program.split(" "));
  }

  private static void check(long seed, String operations) {
    check(seed, operations, 0);
  }

  private static void check(long seed, String operations, int impatience) {
    Random random = new Random(seed);
    int threads = 2 + random.nextInt(2);
    StringBuilder program = new StringBuilder();
    for (int t = 0; t < threads; t++) {
      program.append(t == 0 ? "" : " ");
      for (int length = 1 + random.nextInt(LONGEST); length > 0; length--) {
        char operation = operations.charAt(random.nextInt(operations.length()));
        program.append(operation).append(operation == '!' ? "" + random.nextInt(threads) : "");
      }
    }
    try {
      compared(INTERLEAVINGS, impatience, program.toString());
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("program " + program, e);
    }
  }
}
