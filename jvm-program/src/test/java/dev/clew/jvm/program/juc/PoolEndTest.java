package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Verdicts.outcomes;
import static dev.clew.jvm.program.juc.Verdicts.verified;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Nobody sees in which order the workers of a pool end, unless somebody asks. */
final class PoolEndTest {

  /** Tasks that have nothing to do with each other: how many, and for how many workers. */
  public static final class Independent {
    public static void main(String[] args) throws Exception {
      int tasks = Integer.parseInt(args[0]);
      int workers = Integer.parseInt(args[1]);
      ExecutorService pool =
          args[2].equals("cached")
              ? Executors.newCachedThreadPool()
              : args[2].equals("scheduled")
                  ? Executors.newScheduledThreadPool(workers)
                  : Executors.newFixedThreadPool(workers);
      int[] done = new int[tasks];
      Future<?>[] futures = new Future<?>[tasks];
      for (int i = 0; i < tasks; i++) {
        int number = i;
        futures[i] = pool.submit(() -> done[number]++);
      }
      for (int i = 0; i < tasks; i++) {
        futures[i].get();
        check(done[i] == 1);
      }
      pool.shutdown();
      switch (args[2]) {
        case "await" -> check(pool.awaitTermination(1, TimeUnit.DAYS));
        case "ask" -> {
          check(pool.awaitTermination(1, TimeUnit.DAYS));
          check(((ThreadPoolExecutor) pool).getPoolSize() == 0);
          check(((ThreadPoolExecutor) pool).getCompletedTaskCount() == tasks);
        }
        default -> {}
      }
    }
  }

  @Test
  void theEndsOfWorkersAreOneClass() {
    assertThat(verified(Independent.class, "2", "2", "")).isEqualTo(1);
    assertThat(verified(Independent.class, "3", "3", "")).isEqualTo(1);
    assertThat(verified(Independent.class, "4", "4", "")).isEqualTo(1);
    assertThat(verified(Independent.class, "3", "3", "await")).isEqualTo(1);
  }

  /** What is left is which worker is idle when a task comes, and who takes which. */
  @Test
  void theEndsOfWorkersOfOtherPoolsAreOneClass() {
    assertThat(verified(Independent.class, "1", "1", "cached")).isEqualTo(2);
    assertThat(verified(Independent.class, "2", "2", "cached")).isEqualTo(7);
    assertThat(verified(Independent.class, "1", "1", "scheduled")).isEqualTo(2);
    assertThat(verified(Independent.class, "2", "2", "scheduled")).isEqualTo(45);
  }

  @Test
  void whoRunsTheLastTaskIsExplored() {
    assertThat(verified(Independent.class, "3", "2", "")).isEqualTo(2);
  }

  @Test
  void whatIsLeftOfAPoolThatHasEndedIsKnown() {
    // after the end; when tasks were completed is asked of nobody any more
    assertThat(verified(Independent.class, "2", "2", "ask")).isEqualTo(1);
  }

  /** Two futures and what combines them. */
  public static final class Combined {
    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(2);
      CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> 1, pool);
      CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> 2, pool);
      check(one.thenCombine(two, Integer::sum).get() == 3);
      pool.shutdown();
    }
  }

  @Test
  void theEndIsNoFactorOfWhatComesBefore() {
    assertThat(verified(Combined.class)).isEqualTo(57);
  }

  /** What can be asked while two workers end. */
  public static final class Asked {
    public static void main(String[] args) throws Exception {
      ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(2);
      pool.submit(() -> {}).get();
      pool.submit(() -> {}).get();
      pool.shutdown();
      int answer =
          switch (args[0]) {
            case "size" -> pool.getPoolSize();
            case "largest" -> pool.getLargestPoolSize();
            case "terminated" -> pool.isTerminated() ? 1 : 0;
            default -> pool.isTerminating() ? 1 : 0;
          };
      check(answer != Integer.parseInt(args[1]));
    }
  }

  @Test
  void whoAsksSeesWhichWorkersAreThere() {
    assertThat(outcomes(Asked.class, "size", 3)).containsExactly(0, 1, 2);
    assertThat(outcomes(Asked.class, "largest", 3)).containsExactly(2);
    assertThat(outcomes(Asked.class, "terminated", 1)).containsExactly(0, 1);
    assertThat(outcomes(Asked.class, "terminating", 1)).containsExactly(0, 1);
  }

  /** Who awaits the end of a pool sees what its workers did last, after their tasks too. */
  public static final class Awaited {
    public static void main(String[] args) throws Exception {
      int[] done = new int[2];
      ExecutorService pool = Executors.newFixedThreadPool(2);
      pool.execute(() -> done[0] = 1);
      pool.execute(() -> done[1] = 1);
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.DAYS));
      check(done[0] + done[1] == 2);
    }
  }

  @Test
  void theEndComesAfterAllThatWorkersDid() {
    assertThat(verified(Awaited.class)).isEqualTo(1);
  }

  /** A task breaks a worker of a pool that is shut down while there is more to do. */
  public static final class Broken {
    public static void main(String[] args) throws Exception {
      int[] done = new int[1];
      ExecutorService pool =
          Executors.newFixedThreadPool(
              1,
              task -> {
                Thread thread = new Thread(task);
                thread.setUncaughtExceptionHandler((broken, thrown) -> {});
                return thread;
              });
      pool.execute(
          () -> {
            throw new IllegalStateException("as it should");
          });
      pool.execute(() -> done[0] = 1);
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.DAYS));
      check(done[0] == 1);
    }
  }

  @Test
  void aWorkerThatBreaksIsReplacedWhileThereAreTasks() {
    verified(Broken.class);
  }
}
