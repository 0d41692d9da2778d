package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Verdicts.outcomes;
import static dev.clew.jvm.program.juc.Verdicts.verified;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a program asks a pool: the answers depend on what its threads have come to. */
final class PoolQuestionsTest {

  /** Asks a pool of one thread. */
  public static final class Asking {
    public static void main(String[] args) throws Exception {
      ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
      long answer =
          switch (args[0]) {
            case "completed" -> {
              pool.submit(() -> 1).get();
              yield pool.getCompletedTaskCount();
            }
            case "active" -> {
              pool.execute(() -> {});
              yield pool.getActiveCount();
            }
            case "active after" -> {
              pool.submit(() -> 1).get();
              yield pool.getActiveCount();
            }
            case "tasks" -> {
              pool.execute(() -> {});
              yield pool.getTaskCount();
            }
            case "text" -> {
              pool.submit(() -> 1).get();
              yield pool.toString().contains("active threads = 0, queued tasks = 0, completed")
                  ? 1
                  : 0;
            }
            case "threads" -> {
              pool.execute(() -> {});
              yield pool.getPoolSize() + pool.getLargestPoolSize();
            }
            default -> throw new IllegalArgumentException(args[0]);
          };
      pool.shutdown();
      check(answer != Integer.parseInt(args[1]));
    }
  }

  @Test
  void aTaskIsCompletedSomeTimeAfterItsResultIsThere() {
    assertThat(outcomes(Asking.class, "completed", 2)).containsExactly(0, 1);
  }

  @Test
  void aThreadIsAtWorkUntilItsTaskHasEnded() {
    assertThat(outcomes(Asking.class, "active", 2)).containsExactly(0, 1);
    assertThat(outcomes(Asking.class, "active after", 2)).containsExactly(0, 1);
  }

  /** The JDK looks at what was completed, then at who is at work: a task may be none or both. */
  @Test
  void theNumberOfTasksIsAnEstimate() {
    assertThat(outcomes(Asking.class, "tasks", 3)).containsExactly(0, 1, 2);
  }

  @Test
  void theTextOfAPoolTellsTheSame() {
    assertThat(outcomes(Asking.class, "text", 2)).containsExactly(0, 1);
  }

  @Test
  void theNumberOfThreadsIsExact() {
    assertThat(outcomes(Asking.class, "threads", 3)).containsExactly(2);
  }

  /** Asks when all is over. */
  public static final class AskingAfterwards {
    public static void main(String[] args) throws Exception {
      ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(2);
      pool.execute(() -> {});
      pool.execute(() -> {});
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.DAYS));
      check(pool.getCompletedTaskCount() == 2 && pool.getTaskCount() == 2);
      check(pool.getActiveCount() == 0 && pool.getPoolSize() == 0);
      check(pool.getLargestPoolSize() == 2 && !pool.isTerminating());
      check(
          pool.toString().contains("Terminated")
              && pool.toString().contains("completed tasks = 2"));
    }
  }

  /** When tasks begin and end is no operation for that. */
  @Test
  void afterTheEndThereIsOneAnswer() {
    assertThat(verified(AskingAfterwards.class)).isEqualTo(verified(NotAsking.class));
  }

  /** The same without a question. */
  public static final class NotAsking {
    public static void main(String[] args) throws Exception {
      ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(2);
      pool.execute(() -> {});
      pool.execute(() -> {});
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.DAYS));
    }
  }

  /** The message of the JDK names the pool, with all its numbers. */
  public static final class Rejecting {
    public static void main(String[] args) {
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
      int rejected = 0;
      for (int i = 0; i < 3; i++) {
        try {
          pool.execute(() -> {});
        } catch (RejectedExecutionException e) {
          rejected++;
          check(String.valueOf(e.getMessage()).contains("Running, pool size = 1"));
        }
      }
      pool.shutdown();
      check(rejected <= 1);
    }
  }

  /** The same with a handler of the program. */
  public static final class Counting {
    public static void main(String[] args) {
      int[] rejected = new int[1];
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(
              1,
              1,
              0,
              TimeUnit.SECONDS,
              new ArrayBlockingQueue<>(1),
              (task, rejecting) -> rejected[0]++);
      for (int i = 0; i < 3; i++) {
        pool.execute(() -> {});
      }
      pool.shutdown();
      check(rejected[0] <= 1);
    }
  }

  @Test
  void theMessageOfARejectionIsNoQuestion() {
    assertThat(verified(Rejecting.class)).isEqualTo(verified(Counting.class));
  }

  /** Asks while two threads work one after the other. */
  public static final class AskingTwo {
    public static void main(String[] args) throws Exception {
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
      CountDownLatch first = new CountDownLatch(1);
      pool.execute(first::countDown);
      first.await();
      pool.execute(() -> {});
      int active = pool.getActiveCount();
      pool.shutdown();
      check(active != Integer.parseInt(args[1]));
    }
  }

  @Test
  void eachThreadIsAskedForItself() {
    assertThat(outcomes(AskingTwo.class, "", 3)).containsExactly(0, 1, 2);
  }

  // --- the way to the end

  /** Asks what a pool is on its way to. */
  public static final class Ending {
    private static final class Own extends ThreadPoolExecutor {
      private int seen;

      private Own() {
        super(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
      }

      @Override
      protected void terminated() {
        seen = (isTerminating() ? 1 : 0) + (isTerminated() ? 2 : 0) + 4 * getPoolSize();
      }
    }

    public static void main(String[] args) throws Exception {
      Own pool = new Own();
      pool.execute(() -> {});
      pool.shutdown();
      boolean isTerminating = pool.isTerminating();
      boolean isTerminated = pool.isTerminated();
      check(pool.awaitTermination(1, TimeUnit.DAYS));
      check(pool.isTerminated() && !pool.isTerminating() && pool.seen == 1);
      int seen = (isTerminating ? 1 : 0) + (isTerminated ? 2 : 0);
      check(seen != Integer.parseInt(args[1]));
    }
  }

  @Test
  void aPoolEndsAfterWhatItDoesLast() {
    assertThat(outcomes(Ending.class, "", 4)).containsExactly(1, 2, 3);
  }

  // --- pools that schedule

  /** Asks a pool that schedules tasks. */
  public static final class AskingScheduler {
    public static void main(String[] args) throws Exception {
      ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
      long answer;
      if (args[0].equals("completed")) {
        pool.submit(() -> 1).get();
        answer = pool.getCompletedTaskCount();
      } else {
        pool.execute(() -> {});
        answer = pool.getQueue().size();
      }
      pool.shutdown();
      check(answer != Integer.parseInt(args[1]));
    }
  }

  @Test
  void poolsThatScheduleAnswerAsWell() {
    assertThat(outcomes(AskingScheduler.class, "completed", 2)).containsExactly(0, 1);
    assertThat(outcomes(AskingScheduler.class, "queued", 2)).containsExactly(0, 1);
  }
}
