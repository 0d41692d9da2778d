package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Verdicts.finds;
import static dev.clew.jvm.program.juc.Verdicts.verified;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Pools of threads. What they do inside adds nothing that a program cannot notice. */
final class ThreadPoolTest {

  // --- tasks and their results

  /** Two tasks of two threads count without a lock. */
  public static final class Counting {
    private static int count;

    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(2);
      Future<?> first = pool.submit(() -> count++);
      Future<?> second = pool.submit(() -> count++);
      first.get();
      second.get();
      pool.shutdown();
      check(count == 2);
    }
  }

  /** The same by one thread. */
  public static final class CountingAlone {
    private static int count;

    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newSingleThreadExecutor();
      Future<?> first = pool.submit(() -> count++);
      Future<?> second = pool.submit(() -> count++);
      first.get();
      second.get();
      pool.shutdown();
      check(count == 2);
    }
  }

  /** Two threads count atomically. */
  public static final class CountingAtomically {
    public static void main(String[] args) throws Exception {
      AtomicInteger count = new AtomicInteger();
      ExecutorService pool = Executors.newFixedThreadPool(2);
      Future<?> first = pool.submit(count::incrementAndGet);
      Future<?> second = pool.submit(count::incrementAndGet);
      first.get();
      second.get();
      pool.shutdown();
      check(count.get() == 2);
    }
  }

  @Test
  void tasksOfTwoThreadsRace() {
    finds(Counting.class, FindingKind.DATA_RACE, FindingKind.ASSERTION);
  }

  @Test
  void tasksOfOneThreadAreOrdered() {
    verified(CountingAlone.class);
  }

  @Test
  void atomicTasksDoNotRace() {
    verified(CountingAtomically.class);
  }

  /** What a task writes is there when its future has a result, or its pool has ended. */
  public static final class HandedOver {
    private static int value;

    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(1);
      value = 1;
      pool.execute(() -> value++);
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.SECONDS));
      check(value == 2 && pool.isTerminated());
    }
  }

  /** The same without waiting. */
  public static final class NotAwaited {
    private static int value;

    public static void main(String[] args) {
      ExecutorService pool = Executors.newFixedThreadPool(1);
      pool.execute(() -> value++);
      pool.shutdown();
      check(value == 1);
    }
  }

  @Test
  void theEndOfAPoolOrdersWhatItsTasksDid() {
    verified(HandedOver.class);
  }

  @Test
  void shuttingDownDoesNotWait() {
    finds(NotAwaited.class, FindingKind.DATA_RACE, FindingKind.ASSERTION);
  }

  /** A task that waits for another one of the same pool. */
  public static final class Starving {
    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(Integer.parseInt(args[0]));
      Future<Integer> outer = pool.submit(() -> pool.submit(() -> 1).get());
      check(outer.get() == 1);
      pool.shutdown();
    }
  }

  @Test
  void aPoolThatWaitsForItselfIsADeadlock() {
    Outcome outcome = Harness.explore(Starving.class, "1");
    assertThat(outcome.findings()).extracting(each -> each.kind()).contains(FindingKind.DEADLOCK);
    assertThat(Harness.explore(Starving.class, "2").findings()).isEmpty();
  }

  /** A pool that nobody shuts down. */
  public static final class Left {
    public static void main(String[] args) throws Exception {
      check(Executors.newFixedThreadPool(1).submit(() -> 1).get() == 1);
    }
  }

  @Test
  void idleThreadsAreNoDeadlock() {
    assertThat(verified(Left.class)).isEqualTo(1);
  }

  // --- sizes

  /** A thread for each task that finds none idle; a thread that is idle long enough ends. */
  public static final class Cached {
    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newCachedThreadPool();
      check(pool.submit(() -> 1).get() == 1);
      check(pool.submit(() -> 2).get() == 2);
      int size = ((ThreadPoolExecutor) pool).getLargestPoolSize();
      check(size == 1 || size == 2);
      SIZES.add(size);
    }

    private static final List<Integer> SIZES = new ArrayList<>();
  }

  @Test
  void cachedPoolsEndByThemselves() {
    verified(Cached.class);
  }

  /** One thread, room for one task: the third one may find no place. */
  public static final class Full {
    public static void main(String[] args) throws Exception {
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
      for (int i = 0; i < 3; i++) {
        pool.execute(() -> {});
      }
      pool.shutdown();
    }
  }

  /** The same where the caller runs what has no place. */
  public static final class CallerRuns {
    public static void main(String[] args) throws Exception {
      AtomicInteger done = new AtomicInteger();
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(
              1,
              1,
              0,
              TimeUnit.SECONDS,
              new ArrayBlockingQueue<>(1),
              new ThreadPoolExecutor.CallerRunsPolicy());
      for (int i = 0; i < 3; i++) {
        pool.execute(done::incrementAndGet);
      }
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.SECONDS));
      check(done.get() == 3 && pool.getCompletedTaskCount() >= 2);
    }
  }

  @Test
  void aTaskWithoutAPlaceIsRejected() {
    finds(Full.class, FindingKind.EXCEPTION);
  }

  @Test
  void orRunByTheCaller() {
    verified(CallerRuns.class);
  }

  /** A pool that hands tasks over has at most its threads. */
  public static final class HandsOver {
    public static void main(String[] args) throws Exception {
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>());
      CountDownLatch first = new CountDownLatch(1);
      pool.execute(first::countDown);
      first.await();
      boolean isTaken = true;
      try {
        pool.execute(() -> {});
      } catch (RejectedExecutionException e) {
        isTaken = false;
      }
      pool.shutdown();
      check(isTaken || args.length == 0);
    }
  }

  @Test
  void aWorkerIsIdleOnlySomeTimeAfterItsTask() {
    verified(HandsOver.class);
    assertThat(Harness.explore(HandsOver.class, "sure").findings()).isNotEmpty();
  }

  // --- ends

  /** Running tasks are interrupted, waiting ones come back. */
  public static final class StoppedNow {
    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(1);
      CountDownLatch started = new CountDownLatch(1);
      CountDownLatch never = new CountDownLatch(1);
      AtomicInteger interrupted = new AtomicInteger();
      pool.execute(
          () -> {
            started.countDown();
            try {
              never.await();
            } catch (InterruptedException e) {
              interrupted.incrementAndGet();
            }
          });
      pool.execute(() -> check(false));
      started.await();
      check(pool.shutdownNow().size() == 1);
      check(pool.awaitTermination(1, TimeUnit.SECONDS));
      check(interrupted.get() == 1 && pool.isTerminated());
      try {
        pool.execute(() -> {});
        check(false);
      } catch (RejectedExecutionException e) {
        check(pool.isShutdown());
      }
    }
  }

  @Test
  void shutdownNowInterrupts() {
    verified(StoppedNow.class);
  }

  /** A thread whose task fails is replaced. */
  public static final class Failing {
    public static void main(String[] args) throws Exception {
      AtomicInteger after = new AtomicInteger();
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(
              1,
              1,
              0,
              TimeUnit.SECONDS,
              new java.util.concurrent.LinkedBlockingQueue<>(),
              task -> {
                Thread thread = new Thread(task);
                thread.setUncaughtExceptionHandler((t, e) -> {});
                return thread;
              }) {
            @Override
            protected void afterExecute(Runnable task, Throwable thrown) {
              after.addAndGet(thrown == null ? 1 : 10);
            }
          };
      pool.execute(
          () -> {
            throw new IllegalStateException();
          });
      pool.submit(() -> {}).get();
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.SECONDS));
      check(after.get() == 11);
    }
  }

  @Test
  void aThreadWhoseTaskFailsIsReplaced() {
    verified(Failing.class);
  }

  /** All tasks, or the first that has a result. */
  public static final class Several {
    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(2);
      List<Callable<Integer>> tasks = List.of(() -> 1, () -> 2);
      int sum = 0;
      for (Future<Integer> each : pool.invokeAll(tasks)) {
        sum += each.get();
      }
      check(sum == 3);
      pool.shutdown();
    }
  }

  /** A task that fails. */
  public static final class Failed {
    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(1);
      Future<?> future =
          pool.submit(
              () -> {
                throw new IllegalStateException("so");
              });
      try {
        future.get();
        check(false);
      } catch (ExecutionException e) {
        check(String.valueOf(e.getMessage()).endsWith("so"));
      }
      pool.shutdown();
    }
  }

  @Test
  void allTasksTogether() {
    verified(Several.class);
  }

  @Test
  void anExceptionOfATaskIsItsResult() {
    verified(Failed.class);
  }

  // --- counts

  /** One task. */
  public static final class One {
    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(1);
      check(pool.submit(() -> 1).get() == 1);
      pool.shutdown();
    }
  }

  /** The pool is shut down after its task: nothing that a program can notice is left open. */
  @Test
  void aPoolWithOneTaskHasOneClass() {
    assertThat(verified(One.class)).isEqualTo(1);
  }
}
