package dev.clew.jvm.program.juc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random little programs with queues, exchangers and phasers: the searches find the classes all
 * interleavings have.
 */
final class QueueScriptsTest {
  private static final int INTERLEAVINGS = 3_000;
  private static final int PROGRAMS = Integer.getInteger("clew.scripts", 10);
  private static final int LONGEST = 3;

  static LongStream seeds() {
    return LongStream.range(0, PROGRAMS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void queuesWithoutLimit(long seed) {
    check(seed, List.of("l", "d", "p"), "ppoOttqQkncd", 0);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void limitedQueues(long seed) {
    check(seed, List.of("l1", "d1", "a1", "l2", "d2", "a2"), "pppoOtttqQkncd", 0);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void queuesWithoutRoom(long seed) {
    check(seed, List.of("s", "s1"), "ppoOttqQ", 0);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void transfers(long seed) {
    check(seed, List.of("t"), "ffFGptqQnkhc", 0);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void exchanges(long seed) {
    check(seed, List.of("l"), "xxxX", 0);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void phases(long seed) {
    check(seed, List.of("l"), "rabbbywWgz", 0);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void interrupts(long seed) {
    check(seed, List.of("l", "d1", "a1", "s", "t"), "ptfQxXWiii", 0);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void impatience(long seed) {
    check(seed, List.of("l1", "d", "a1", "s", "t"), "pOtQQXW", 1 + (int) (seed % 2));
  }

  /** Programs whose classes are counted by hand. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 a1 pp tt", // there is room for one element: one after the other
        "2 l pp tt", // the second one is put before or after the first one is taken
        "2 l p p", // which is first
        "2 s p t", // who is there first
        "6 l x x x" // the order in which they come; the last one is left alone
      })
  void knownNumbers(String line) {
    String[] words = line.split(" ", 2);
    int found = ClassesByDefinition.compared(100_000, QueueScripts.class, words[1].split(" "));
    assertThat(found).isEqualTo(Integer.parseInt(words[0]));
  }

  private static void check(long seed, List<String> queues, String operations, int impatience) {
    Random random = new Random(seed);
    int threads = 2 + random.nextInt(2);
    List<String> program = new ArrayList<>();
    program.add(queues.get(random.nextInt(queues.size())));
    for (int t = 0; t < threads; t++) {
      StringBuilder script = new StringBuilder();
      for (int length = 1 + random.nextInt(LONGEST); length > 0; length--) {
        char operation = operations.charAt(random.nextInt(operations.length()));
        script.append(operation).append(operation == 'i' ? "" + random.nextInt(threads) : "");
      }
      program.add(script.toString());
    }
    try {
      ClassesByDefinition.compared(
          INTERLEAVINGS, impatience, QueueScripts.class, program.toArray(new String[0]));
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("program " + String.join(" ", program), e);
    }
  }
}
