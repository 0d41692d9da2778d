package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Verdicts.finds;
import static dev.clew.jvm.program.juc.Verdicts.verified;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Fork-join pools. What they do inside adds nothing that a program cannot notice. */
final class ForkJoinTest {
  /** The sum of numbers, half by half. */
  static final class Sum extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1L;
    private final int from;
    private final int to;

    Sum(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    protected Integer compute() {
      if (to - from == 1) {
        return from;
      }
      int middle = (from + to) / 2;
      Sum first = new Sum(from, middle);
      Sum second = new Sum(middle, to);
      first.fork();
      return second.compute() + first.join();
    }
  }

  // --- recursion

  public static final class Summing {
    public static void main(String[] args) {
      check(new ForkJoinPool(Integer.parseInt(args[0])).invoke(new Sum(0, 8)) == 28);
      check(new Sum(0, 4).invoke() == 6);
    }
  }

  @Test
  void tasksThatShareNothingHaveOneOrder() {
    assertThat(verified(Summing.class, "3")).isEqualTo(1);
    assertThat(verified(Summing.class, "1")).isEqualTo(1);
  }

  /** Each half counts without a lock. */
  public static final class CountingHalves {
    private static int count;

    static final class Half extends RecursiveAction {
      private static final long serialVersionUID = 1L;

      @Override
      protected void compute() {
        count++;
      }
    }

    public static void main(String[] args) {
      ForkJoinTask.invokeAll(new Half(), new Half());
      check(count == 2);
    }
  }

  /** Each half counts atomically. */
  public static final class CountingHalvesAtomically {
    public static void main(String[] args) {
      AtomicInteger count = new AtomicInteger();
      ForkJoinTask.invokeAll(
          ForkJoinTask.adapt(count::incrementAndGet), ForkJoinTask.adapt(count::incrementAndGet));
      check(count.get() == 2);
    }
  }

  @Test
  void tasksRunAtTheSameTime() {
    finds(CountingHalves.class, FindingKind.DATA_RACE, FindingKind.ASSERTION);
    assertThat(verified(CountingHalvesAtomically.class)).isEqualTo(2);
  }

  // --- how many run at a time

  /** Three tasks count without a lock, in a pool with the given number of threads. */
  public static final class CountingInPool {
    private static int count;

    public static void main(String[] args) throws Exception {
      ForkJoinPool pool = new ForkJoinPool(args.length == 0 ? 2 : Integer.parseInt(args[0]));
      for (int i = 0; i < 3; i++) {
        pool.execute(() -> count++);
      }
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.HOURS));
      check(count == 3);
    }
  }

  @Test
  void oneThreadDoesOneThingAfterTheOther() {
    assertThat(verified(CountingInPool.class, "1")).isLessThanOrEqualTo(5);
    finds(CountingInPool.class, FindingKind.DATA_RACE);
  }

  /** As many tasks as there are threads, or one more, wait for each other. */
  public static final class Meeting {
    public static void main(String[] args) throws Exception {
      int threads = args.length == 0 ? 2 : Integer.parseInt(args[0]);
      ForkJoinPool pool = new ForkJoinPool(threads);
      CyclicBarrier barrier = new CyclicBarrier(3);
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        all.add(pool.submit((Callable<Integer>) barrier::await));
      }
      for (Future<Integer> each : all) {
        each.get();
      }
    }
  }

  @Test
  void tasksThatWaitForEachOtherNeedAThreadEach() {
    verified(Meeting.class, "3");
    finds(Meeting.class, FindingKind.DEADLOCK);
  }

  /** A task waits for another one, which waits for a third. */
  public static final class Nesting {
    public static void main(String[] args) throws Exception {
      ForkJoinPool pool = new ForkJoinPool(Integer.parseInt(args[0]));
      int result =
          pool.submit(() -> pool.submit(() -> pool.submit(() -> 1).get() + 1).join() + 1).get();
      check(result == 3);
    }
  }

  @Test
  void whoWaitsForATaskDoesNotKeepOthersFromRunning() {
    verified(Nesting.class, "1");
    assertThat(verified(Nesting.class, "2")).isEqualTo(1);
  }

  /** Two tasks wait for the end of each other. */
  public static final class Embrace {
    private static final ForkJoinTask<?>[] TASKS = new ForkJoinTask<?>[2];

    public static void main(String[] args) {
      CountDownLatch known = new CountDownLatch(1);
      TASKS[0] = ForkJoinTask.adapt(() -> await(known, 1)).fork();
      TASKS[1] = ForkJoinTask.adapt(() -> await(known, 0)).fork();
      known.countDown();
      TASKS[0].join();
    }

    private static void await(CountDownLatch known, int other) {
      try {
        known.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      TASKS[other].join();
    }
  }

  @Test
  void tasksThatWaitForEachOtherAreADeadlock() {
    finds(Embrace.class, FindingKind.DEADLOCK);
  }

  // --- ends

  /** What is thrown comes to those who wait. */
  public static final class Throwing {
    public static void main(String[] args) throws Exception {
      ForkJoinPool pool = new ForkJoinPool(2);
      ForkJoinTask<?> task =
          pool.submit(
              () -> {
                throw new IllegalStateException("no");
              });
      try {
        task.join();
        check(false);
      } catch (IllegalStateException e) {
        check(task.isCompletedAbnormally() && !task.isCancelled());
      }
      try {
        task.get();
        check(false);
      } catch (ExecutionException e) {
        check(e.getCause() instanceof IllegalStateException);
      }
    }
  }

  /** What a task throws that nobody can wait for is told by its thread. */
  public static final class ThrowingAlone {
    public static void main(String[] args) {
      ForkJoinPool pool = new ForkJoinPool(2);
      pool.execute(
          () -> {
            throw new IllegalStateException("no");
          });
      pool.shutdown();
      check(pool.awaitQuiescence(1, TimeUnit.HOURS));
    }
  }

  @Test
  void exceptionsComeToWhoWaits() {
    assertThat(verified(Throwing.class)).isEqualTo(1);
    finds(ThrowingAlone.class, FindingKind.EXCEPTION);
  }

  /** A task is cancelled before it is run, or runs. */
  public static final class Cancelling {
    private static int runs;

    public static void main(String[] args) throws Exception {
      ForkJoinTask<?> task = ForkJoinTask.adapt(() -> runs++);
      ForkJoinTask<?> other = ForkJoinTask.adapt(() -> {});
      task.fork();
      other.fork();
      boolean isCancelled = task.cancel(false);
      try {
        task.get();
        check(!isCancelled && runs == 1);
      } catch (CancellationException e) {
        check(isCancelled);
      }
      other.join();
    }
  }

  /** The same by one who takes it for granted that the task is cancelled in time. */
  public static final class CancellingTooLate {
    public static void main(String[] args) {
      ForkJoinTask<?> task = ForkJoinTask.adapt(() -> {});
      task.fork();
      check(task.cancel(false));
    }
  }

  /** A task is taken back unless it has begun. */
  public static final class TakingBack {
    private static int runs;

    public static void main(String[] args) {
      ForkJoinTask<?> task = ForkJoinTask.adapt(() -> runs++);
      task.fork();
      if (task.tryUnfork()) {
        check(runs == 0);
      } else {
        task.join();
        check(runs == 1);
      }
    }
  }

  @Test
  void aTaskIsCancelledOrRun() {
    finds(CancellingTooLate.class, FindingKind.ASSERTION);
    assertThat(verified(Cancelling.class)).isBetween(2L, 20L);
    assertThat(verified(TakingBack.class)).isBetween(2L, 4L);
  }

  /** A pool that is shut down takes no tasks, but does those it has. */
  public static final class ShuttingDown {
    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newWorkStealingPool();
      AtomicInteger runs = new AtomicInteger();
      pool.execute(runs::incrementAndGet);
      Thread[] other = Tasks.start(pool::shutdown);
      int expected = 2;
      try {
        pool.execute(runs::incrementAndGet);
      } catch (RejectedExecutionException e) {
        expected = 1;
      }
      Tasks.join(other);
      check(pool.isShutdown() && pool.awaitTermination(1, TimeUnit.HOURS));
      check(runs.get() == expected && pool.isTerminated());
    }
  }

  @Test
  void aPoolIsShutDownBeforeOrAfterATaskComes() {
    assertThat(verified(ShuttingDown.class)).isBetween(2L, 12L);
  }

  // --- several tasks

  /** All results, and any. */
  public static final class AllAndAny {
    public static void main(String[] args) throws Exception {
      ForkJoinPool pool = new ForkJoinPool(2);
      List<Callable<Integer>> tasks = List.of(() -> 1, () -> 2);
      int sum = 0;
      for (Future<Integer> each : pool.invokeAll(tasks)) {
        sum += each.get();
      }
      check(sum == 3);
      int any = pool.invokeAny(tasks);
      check(any == 1 || any == 2);
      check(args.length > 0 || any == 1);
    }
  }

  @Test
  void anyResultMayBeTheFirst() {
    finds(AllAndAny.class, FindingKind.ASSERTION);
    verified(AllAndAny.class, "any");
  }

  /** A task that ends when its parts have. */
  public static final class Counted {
    static final class Part extends CountedCompleter<Void> {
      private static final long serialVersionUID = 1L;
      private final int[] parts;
      private final int index;

      Part(CountedCompleter<?> whole, int[] parts, int index) {
        super(whole);
        this.parts = parts;
        this.index = index;
      }

      @Override
      public void compute() {
        parts[index] = 1;
        tryComplete();
      }
    }

    static final class Whole extends CountedCompleter<Void> {
      private static final long serialVersionUID = 1L;
      private final transient int[] parts = new int[2];
      private int sum;

      @Override
      public void compute() {
        setPendingCount(2);
        new Part(this, parts, 0).fork();
        new Part(this, parts, 1).fork();
        tryComplete();
      }

      @Override
      public void onCompletion(CountedCompleter<?> caller) {
        sum = parts[0] + parts[1];
      }
    }

    public static void main(String[] args) {
      Whole whole = new Whole();
      whole.invoke();
      check(whole.sum == 2);
    }
  }

  @Test
  void theLastPartCompletesTheWhole() {
    assertThat(verified(Counted.class)).isEqualTo(6); // in which order three parts are completed
  }

  // --- threads

  /** What tasks see of their threads. */
  public static final class Threads {
    public static void main(String[] args) {
      ForkJoinPool pool =
          new ForkJoinPool(
              2,
              of -> {
                ForkJoinWorkerThread thread =
                    ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(of);
                thread.setName("mine");
                return thread;
              },
              null,
              false);
      pool.submit(
              () -> {
                check(ForkJoinTask.inForkJoinPool() && ForkJoinTask.getPool() == pool);
                check(Thread.currentThread().getName().equals("mine"));
                check(Thread.currentThread().isDaemon());
              })
          .join();
      check(!ForkJoinTask.inForkJoinPool() && ForkJoinTask.getPool() == null);
      String name = ForkJoinPool.commonPool().submit(() -> Thread.currentThread().getName()).join();
      check(name.startsWith("ForkJoinPool.commonPool-worker-"));
      check(ForkJoinPool.getCommonPoolParallelism() == 3);
      check(new ForkJoinPool().getParallelism() == 4);
    }
  }

  @Test
  void tasksKnowTheirPools() {
    assertThat(verified(Threads.class)).isEqualTo(1);
  }
}
