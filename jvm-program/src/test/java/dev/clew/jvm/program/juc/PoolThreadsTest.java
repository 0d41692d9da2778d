package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Verdicts.fails;
import static dev.clew.jvm.program.juc.Verdicts.outcomes;
import static dev.clew.jvm.program.juc.Verdicts.verified;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.jvm.program.Harness;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The threads of pools: who makes them, when they begin and when they end. */
final class PoolThreadsTest {

  // --- factories

  /** A factory that makes so many threads. */
  public static final class FewThreads {
    public static void main(String[] args) throws Exception {
      AtomicInteger left = new AtomicInteger(Integer.parseInt(args[0]));
      ExecutorService pool =
          Executors.newFixedThreadPool(
              2, task -> left.getAndDecrement() > 0 ? new Thread(task) : null);
      Future<Integer> first = pool.submit(() -> 1);
      Future<Integer> second = pool.submit(() -> 2);
      pool.shutdown();
      check(first.get() + second.get() == 3);
    }
  }

  /** The same, where a task that finds no thread finds no room in the queue either. */
  public static final class NoRoom {
    public static void main(String[] args) {
      AtomicInteger left = new AtomicInteger(1);
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(
              1,
              2,
              1,
              TimeUnit.SECONDS,
              new ArrayBlockingQueue<>(1),
              task -> left.getAndDecrement() > 0 ? new Thread(task) : null);
      int rejected = 0;
      for (int i = 0; i < 3; i++) {
        try {
          pool.execute(() -> {});
        } catch (RejectedExecutionException e) {
          rejected++;
        }
      }
      pool.shutdown();
      check(rejected <= Integer.parseInt(args[0]));
    }
  }

  @Test
  void aTaskWithoutAThreadWaitsForAnother() {
    verified(FewThreads.class, "1");
    verified(FewThreads.class, "2");
  }

  @Test
  void aTaskWithoutAThreadOrRoomIsRejected() {
    fails(NoRoom.class, "0");
    verified(NoRoom.class, "1");
  }

  /** A factory that fails once. */
  public static final class FailingFactory {
    public static void main(String[] args) throws Exception {
      AtomicInteger calls = new AtomicInteger();
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(
              1,
              1,
              0,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              task -> {
                if (calls.getAndIncrement() == 0) {
                  throw new IllegalStateException("none");
                }
                return new Thread(task);
              });
      boolean hasFailed = false;
      try {
        pool.execute(() -> check(false));
      } catch (IllegalStateException e) {
        hasFailed = pool.getPoolSize() == 0 && pool.getLargestPoolSize() == 0;
      }
      check(hasFailed && pool.submit(() -> 1).get() == 1);
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.DAYS));
    }
  }

  /** A factory that asks its pool. */
  public static final class AskingFactory {
    public static void main(String[] args) throws Exception {
      AtomicReference<ThreadPoolExecutor> asked = new AtomicReference<>();
      AtomicInteger sizes = new AtomicInteger();
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(
              2,
              2,
              0,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              task -> {
                sizes.updateAndGet(
                    digits -> 10 * digits + 1 + requireNonNull(asked.get()).getPoolSize());
                return new Thread(task);
              });
      asked.set(pool);
      check(pool.prestartAllCoreThreads() == 2 && !pool.prestartCoreThread());
      check(sizes.get() == 12);
      pool.shutdown();
    }
  }

  @Test
  void aFactoryMayFailOrAsk() {
    verified(FailingFactory.class);
    verified(AskingFactory.class);
  }

  // --- who ends

  /** Threads of a pool whose ends are counted. */
  static ThreadPoolExecutor counted(
      int core, int most, BlockingQueue<Runnable> queue, CountDownLatch ends) {
    return new ThreadPoolExecutor(
        core,
        most,
        1,
        TimeUnit.SECONDS,
        queue,
        task ->
            new Thread(
                () -> {
                  task.run();
                  ends.countDown();
                }));
  }

  /** Three threads are busy at a time; how many end then? */
  public static final class Idle {
    public static void main(String[] args) throws Exception {
      CountDownLatch ends = new CountDownLatch(Integer.parseInt(args[0]));
      CountDownLatch begun = new CountDownLatch(2);
      ThreadPoolExecutor pool = counted(1, 2, new SynchronousQueue<>(), ends);
      for (int i = 0; i < 2; i++) {
        pool.execute(
            () -> {
              begun.countDown();
              PoolThreadsTest.await(begun);
            });
      }
      ends.await();
      pool.shutdown();
    }
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void idleThreadsEndButThoseOfTheCore() {
    verified(Idle.class, "1");
    assertThat(Harness.explore(Idle.class, "2").findings())
        .extracting(Finding::kind)
        .contains(FindingKind.DEADLOCK);
  }

  /** A pool that schedules tasks, and keeps so many threads. */
  public static final class IdleScheduler {
    public static void main(String[] args) throws Exception {
      AtomicReference<Thread> worker = new AtomicReference<>();
      ScheduledThreadPoolExecutor pool =
          new ScheduledThreadPoolExecutor(
              Integer.parseInt(args[0]),
              task -> {
                worker.set(new Thread(task));
                return worker.get();
              });
      check(pool.schedule(() -> 1, 1, TimeUnit.SECONDS).get() == 1);
      requireNonNull(worker.get()).join();
      check(pool.schedule(() -> 2, 1, TimeUnit.SECONDS).get() == 2);
      pool.shutdown();
    }
  }

  @Test
  void idleThreadsOfSchedulersEndToo() {
    verified(IdleScheduler.class, "0");
    assertThat(Harness.explore(IdleScheduler.class, "1").findings())
        .extracting(Finding::kind)
        .contains(FindingKind.DEADLOCK);
  }

  // --- hooks

  /** A pool whose hooks fail. */
  public static final class FailingHooks {
    public static void main(String[] args) throws Exception {
      AtomicInteger calls = new AtomicInteger();
      AtomicInteger done = new AtomicInteger();
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(
              1,
              1,
              0,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              task -> {
                Thread thread = new Thread(task);
                thread.setUncaughtExceptionHandler((t, e) -> {});
                return thread;
              }) {
            @Override
            protected void beforeExecute(Thread thread, Runnable task) {
              if (args[0].equals("before") && calls.incrementAndGet() == 1) {
                throw new IllegalStateException();
              }
            }

            @Override
            protected void afterExecute(Runnable task, Throwable thrown) {
              calls.addAndGet(thrown == null ? 10 : 100);
              if (args[0].equals("after") && thrown == null && done.get() == 1) {
                throw new IllegalStateException();
              }
            }
          };
      pool.execute(done::incrementAndGet);
      pool.execute(done::incrementAndGet);
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.DAYS));
      check(pool.getCompletedTaskCount() == 2 && pool.getLargestPoolSize() == 1);
      check(args[0].equals("before") ? done.get() == 1 && calls.get() == 12 : done.get() == 2);
      check(args[0].equals("before") || calls.get() == 120);
    }
  }

  @Test
  void aHookThatFailsEndsTheThread() {
    verified(FailingHooks.class, "before");
    verified(FailingHooks.class, "after");
  }

  // --- handing over

  /** One thread, no room: the second task is taken if the thread is idle by then. */
  public static final class OneThread {
    public static void main(String[] args) throws Exception {
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>());
      pool.submit(() -> {}).get();
      int outcome = 1;
      try {
        pool.execute(() -> {});
      } catch (RejectedExecutionException e) {
        outcome = 0;
      }
      pool.shutdown();
      check(outcome != Integer.parseInt(args[1]));
    }
  }

  @Test
  void aThreadOfTheCoreTakesWhatIsHandedOver() {
    assertThat(outcomes(OneThread.class, "", 1)).containsExactly(0, 1);
  }
}
