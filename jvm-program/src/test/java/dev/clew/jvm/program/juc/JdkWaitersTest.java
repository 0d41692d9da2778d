package dev.clew.jvm.program.juc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Phaser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Code of the JDK that parks the thread it takes for the current one: who unparks that finds it.
 */
final class JdkWaitersTest {
  /** Waits for a result. */
  public static final class Future {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
      CompletableFuture<Integer> future = new CompletableFuture<>();
      Thread other = new Thread(() -> future.complete(1));
      other.start();
      if (future.get() != 1) {
        throw new AssertionError("another result");
      }
      other.join();
    }
  }

  /** Waits for a partner. */
  public static final class Partners {
    public static void main(String[] args) throws InterruptedException {
      Exchanger<Integer> exchanger = new Exchanger<>();
      Thread other = new Thread(() -> exchange(exchanger, 1));
      other.start();
      if (exchange(exchanger, 2) != 1) {
        throw new AssertionError("another partner");
      }
      other.join();
    }

    private static int exchange(Exchanger<Integer> exchanger, int given) {
      try {
        return exchanger.exchange(given);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Waits for all. */
  public static final class Parties {
    public static void main(String[] args) throws InterruptedException {
      Phaser phaser = new Phaser(2);
      Thread other = new Thread(phaser::arriveAndAwaitAdvance);
      other.start();
      phaser.arriveAndAwaitAdvance();
      other.join();
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {Future.class, Partners.class, Parties.class})
  void areFound(Class<?> program) {
    Outcome outcome = Harness.explore(program);

    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.deadlocks()).isZero();
  }
}
