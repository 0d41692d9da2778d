package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Verdicts.outcomes;
import static dev.clew.jvm.program.juc.Verdicts.verified;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Pools with a queue class of the program: the code of the JDK is executed step by step, and tells
 * the same as the model does for other pools.
 */
final class OwnQueueTest {
  private static final String OWN = "own ";

  /** A queue as any other. */
  public static final class OwnQueue extends LinkedBlockingQueue<Runnable> {
    private static final long serialVersionUID = 1L;
  }

  /** One task. */
  public static final class One {
    public static void main(String[] args) {
      ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new OwnQueue());
      pool.execute(() -> {});
      pool.shutdown();
    }
  }

  @Test
  void aPoolEndsWithItsTask() {
    assertThat(verified(One.class)).isGreaterThan(1);
  }

  /** Asks a pool, or takes a task away. */
  public static final class Asking {
    public static void main(String[] args) throws Exception {
      BlockingQueue<Runnable> queue =
          args[0].startsWith(OWN) ? new OwnQueue() : new LinkedBlockingQueue<>();
      ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, queue);
      long answer =
          switch (args[0].substring(args[0].indexOf(' ') + 1)) {
            case "completed" -> {
              pool.submit(() -> 1).get();
              yield pool.getCompletedTaskCount();
            }
            case "active" -> {
              pool.execute(() -> {});
              yield pool.getActiveCount();
            }
            case "remove" -> {
              Runnable second = () -> {};
              pool.execute(() -> {});
              pool.execute(second);
              yield pool.remove(second) ? 1 : 0;
            }
            default -> throw new IllegalArgumentException(args[0]);
          };
      pool.shutdown();
      check(answer != Integer.parseInt(args[1]));
    }
  }

  @Test
  void theJdkTellsTheSameAsTheModel() {
    for (String what : List.of("completed", "active", "remove")) {
      assertThat(outcomes(Asking.class, "model " + what, 2))
          .as(what)
          .containsExactly(0, 1)
          .isEqualTo(outcomes(Asking.class, OWN + what, 2));
    }
  }
}
