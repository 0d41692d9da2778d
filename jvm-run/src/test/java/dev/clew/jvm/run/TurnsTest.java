package dev.clew.jvm.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same tests for every way to take turns that this JVM has. */
final class TurnsTest {

  static Stream<Supplier<Turns>> turns() {
    Supplier<Turns> threads = ThreadTurns::new;
    Supplier<Turns> continuations = ContinuationTurns::new;
    return Continuations.problem() == null ? Stream.of(threads, continuations) : Stream.of(threads);
  }

  @Test
  void continuationsAreThereFromJdk21On() {
    boolean expected = Runtime.version().feature() >= 21;
    assertThat(Continuations.problem() == null).as(Continuations.problem()).isEqualTo(expected);
    try (Turns best = Turns.create(false)) {
      assertThat(best.carriesIdentity()).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("turns")
  void threadsRunExactlyInTheOrderTold(Supplier<Turns> maker) {
    List<String> log = new ArrayList<>();
    try (Turns turns = maker.get()) {
      turns.prepare(
          0,
          new Thread(),
          () -> {
            log.add("0a");
            turns.pass(1);
            log.add("0b");
            turns.pass(0);
            log.add("0c");
            return 1;
          });
      turns.prepare(
          1,
          new Thread(),
          () -> {
            log.add("1a");
            turns.pass(0);
            log.add("1b");
            return Turns.EXPLORER;
          });
      turns.run(0);
    }
    assertThat(log).containsExactly("0a", "1a", "0b", "0c", "1b");
  }

  @ParameterizedTest
  @MethodSource("turns")
  void randomSwitchesOfManyThreadsNeverRunTwoAtATime(Supplier<Turns> maker) {
    int threads = 20;
    Random random = new Random(7);
    int[] running = {0};
    int[] steps = {0};
    try (Turns turns = maker.get()) {
      for (int execution = 0; execution < 20; execution++) {
        for (int t = 0; t < threads; t++) {
          turns.prepare(
              t,
              new Thread(),
              () -> {
                while (true) {
                  running[0]++;
                  assertThat(running[0]).isEqualTo(1);
                  running[0]--;
                  steps[0]++;
                  turns.pass(steps[0] % 200 == 0 ? Turns.EXPLORER : random.nextInt(threads));
                }
              });
        }
        turns.run(random.nextInt(threads));
        turns.abandon();
      }
    }
    assertThat(steps[0]).isEqualTo(20 * 200);
  }

  @ParameterizedTest
  @MethodSource("turns")
  void aThreadKnowsItselfWhereTheTurnsCarryIdentity(Supplier<Turns> maker) {
    List<Thread> seen = new ArrayList<>();
    Thread first = new Thread("first");
    Thread second = new Thread("second");
    Thread explorer = Thread.currentThread();
    try (Turns turns = maker.get()) {
      turns.prepare(
          0,
          first,
          () -> {
            seen.add(Thread.currentThread());
            turns.pass(1);
            seen.add(Thread.currentThread());
            return Turns.EXPLORER;
          });
      turns.prepare(
          1,
          second,
          () -> {
            seen.add(Thread.currentThread());
            return 0;
          });
      turns.run(0);
      if (turns.carriesIdentity()) {
        assertThat(seen).containsExactly(first, second, first);
      }
    }
    assertThat(Thread.currentThread()).isSameAs(explorer);
  }

  @ParameterizedTest
  @MethodSource("turns")
  void abandonedThreadsNeverGoOnAndNothingIsLeftRunning(Supplier<Turns> maker) throws Exception {
    List<String> log = new ArrayList<>();
    try (Turns turns = maker.get()) {
      for (int execution = 0; execution < 50; execution++) {
        turns.prepare(
            0,
            new Thread(),
            () -> {
              turns.pass(Turns.EXPLORER);
              log.add("went on");
              return Turns.EXPLORER;
            });
        turns.run(0);
        turns.abandon();
      }
    }
    assertThat(log).isEmpty();
    for (int wait = 0; wait < 100 && workers() > 0; wait++) {
      Thread.sleep(20);
    }
    assertThat(workers()).isZero();
  }

  private static long workers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("clew-worker"))
        .count();
  }

  @ParameterizedTest
  @MethodSource("turns")
  void whatABodyThrowsReachesTheExplorer(Supplier<Turns> maker) {
    try (Turns turns = maker.get()) {
      turns.prepare(
          0,
          new Thread(),
          () -> {
            throw new IllegalArgumentException("from the body");
          });
      assertThatThrownBy(() -> turns.run(0)).hasStackTraceContaining("from the body");
    }
  }

  @ParameterizedTest
  @MethodSource("turns")
  void aThreadThatWasNotPreparedCannotRun(Supplier<Turns> maker) {
    try (Turns turns = maker.get()) {
      assertThatThrownBy(() -> turns.run(3))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("thread 3 was not prepared");
    }
  }
}
