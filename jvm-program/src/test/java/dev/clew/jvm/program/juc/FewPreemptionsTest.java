package dev.clew.jvm.program.juc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.jvm.program.corpus.JavaCorpus;
import dev.clew.jvm.program.corpus.JavaProgram;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Searches of what needs few preemptions find the classes that all interleavings with so few have.
 */
final class FewPreemptionsTest {
  private static final int INTERLEAVINGS = 400;
  private static final int MOST_CLASSES = 15;

  @TestFactory
  List<DynamicTest> ofKnownPrograms() {
    return JavaCorpus.sharedWithToy().stream()
        .filter(program -> program.classes() <= MOST_CLASSES)
        .map(
            program ->
                DynamicTest.dynamicTest(
                    program + " " + program.arguments(), () -> checkKnown(program)))
        .toList();
  }

  private static void checkKnown(JavaProgram program) {
    int last = 0;
    for (int bound = 0; bound <= 1 && last >= 0; bound++) {
      last = classes(bound, program.main(), program.arguments().toArray(new String[0]));
      assertThat((long) last).isLessThanOrEqualTo(program.classes());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "w01 s01",
        "s01w11 s11w01",
        "c01 c01 w01",
        "l01 l01",
        "e01 e01 w01w02",
        "m01w11 s11"
      })
  void ofThreadsThatWaitByLooking(String program) {
    for (int bound = 0; bound <= 2; bound++) {
      classes(bound, SpinScripts.class, program.split(" "));
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 2", "1, 4", "2, 4"})
  void aLostUpdateNeedsOne(int bound, int classes) {
    assertThat(classes(bound, Increments.class)).isEqualTo(classes);
  }

  /** The program gives another thread its turn after 1,000 operations, which is a preemption. */
  @Test
  void aLongRunIsPreemptedBeyondTheBound() {
    assertThat(classes(0, LongRun.class)).isEqualTo(1);
  }

  /** Whoever joins a thread that has nothing left to do goes on, also if that one has not begun. */
  @Test
  void toJoinAThreadThatDoesNothingNeedsNone() {
    assertThat(classes(0, JoinOfNothing.class)).isEqualTo(2);
  }

  private static int classes(int bound, Class<?> main, String... arguments) {
    return ClassesByDefinition.comparedWithFewPreemptions(bound, INTERLEAVINGS, main, arguments);
  }

  /** A thread that does much, and one that does little. */
  static final class LongRun {
    private static final int MUCH = 1_200;
    private static volatile boolean isSet;

    private LongRun() {}

    public static void main(String[] arguments) throws InterruptedException {
      Thread little = new Thread(() -> isSet = true);
      little.start();
      AtomicInteger count = new AtomicInteger();
      while (count.get() < MUCH) {
        count.incrementAndGet();
      }
      if (isSet) {
        count.incrementAndGet();
      }
      little.join();
    }
  }

  /** A writer, and a reader that joins a thread that does nothing. */
  static final class JoinOfNothing {
    private static volatile int number;

    private JoinOfNothing() {}

    public static void main(String[] arguments) throws InterruptedException {
      Thread writer = new Thread(() -> number = 1);
      Thread idle = new Thread(() -> {});
      Thread reader = new Thread(() -> readAndJoin(idle));
      writer.start();
      idle.start();
      reader.start();
      reader.join();
      writer.join();
    }

    private static void readAndJoin(Thread idle) {
      int seen = number;
      try {
        idle.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException("nobody interrupts who saw " + seen, e);
      }
    }
  }

  /** Two threads that lose updates. */
  static final class Increments implements Runnable {
    private volatile int number;

    @Override
    public void run() {
      number++;
    }

    public static void main(String[] arguments) throws InterruptedException {
      Increments both = new Increments();
      Thread first = new Thread(both);
      Thread second = new Thread(both);
      first.start();
      second.start();
      first.join();
      second.join();
    }
  }
}
