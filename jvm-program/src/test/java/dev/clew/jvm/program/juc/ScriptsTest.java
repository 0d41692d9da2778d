package dev.clew.jvm.program.juc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random little programs: the searches find the classes that all interleavings have. */
final class ScriptsTest {
  private static final int INTERLEAVINGS = 5_000;
  private static final int PROGRAMS = Integer.getInteger("clew.scripts", 12);

  static LongStream seeds() {
    return LongStream.range(0, PROGRAMS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void semaphores(long seed) {
    check(seed, "aaAurrRtTdqh", 3);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void latches(long seed) {
    check(seed, "cccwwWog", 3);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void barriers(long seed) {
    check(seed, "bbbBBzkn", 3);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void parking(long seed) {
    check(seed, "ppPmmmix", 3);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void interrupts(long seed) {
    check(seed, "aTrwcWbBjJiiix", 3);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everything(long seed) {
    check(seed, "aAurRtTdqcwWogbBzknjJixpPm", 3);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void impatience(long seed) {
    check(seed, "rTTcWWbBBJppPPmmi", 3, 1 + (int) (seed % 2));
  }

  /** Programs that once had classes that a search missed, or met twice. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "002 ai1 i0r",
        "012 baj1 WW Wr",
        "021 J1 a J0",
        "021! W wW rj0i1",
        "102 i1 i1 xa",
        "112! c J2 j2"
      })
  void onceMissed(String program) {
    String[] arguments = program.split(" ");
    assertThat(TraceClasses.of(Scripts.class, arguments)).isPositive();
  }

  private static void check(long seed, String operations, int threads) {
    check(seed, operations, threads, 0);
  }

  private static void check(long seed, String operations, int threads, int impatience) {
    Random random = new Random(seed);
    List<String> program = new ArrayList<>();
    program.add("" + random.nextInt(3) + random.nextInt(3) + (1 + random.nextInt(3)));
    if (random.nextInt(4) == 0) {
      program.set(0, program.get(0) + "!");
    }
    for (int t = 0; t < threads; t++) {
      program.add(script(random, operations, threads));
    }
    try {
      TraceClasses.within(INTERLEAVINGS, impatience, Scripts.class, program.toArray(new String[0]));
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("program " + String.join(" ", program), e);
    }
  }

  private static String script(Random random, String operations, int threads) {
    StringBuilder script = new StringBuilder();
    for (int length = 1 + random.nextInt(3); length > 0; length--) {
      char operation = operations.charAt(random.nextInt(operations.length()));
      script.append(operation);
      if ("jJim".indexOf(operation) >= 0) {
        script.append(random.nextInt(threads));
      }
    }
    return script.toString();
  }
}
