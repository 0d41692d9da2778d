package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Explored.classesOf;
import static dev.clew.jvm.program.juc.Explored.finds;
import static dev.clew.jvm.program.juc.Tasks.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Pools that schedule tasks: time passes when nothing else can happen. */
final class ScheduledPoolTest {
  /** A result that comes later. */
  public static final class Later {
    private static int value;

    public static void main(String[] args) throws Exception {
      ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
      value = 1;
      ScheduledFuture<Integer> later = pool.schedule(() -> ++value, 10, TimeUnit.SECONDS);
      check(later.get() == 2);
      pool.shutdown();
      check(value == 2);
    }
  }

  /** Does not wait for the result. */
  public static final class TooEarly {
    private static int value;

    public static void main(String[] args) throws Exception {
      ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
      pool.schedule(() -> ++value, 0, TimeUnit.SECONDS);
      check(value == 1);
      pool.shutdown();
    }
  }

  @Test
  void aTaskRunsLater() {
    assertThat(classesOf(Later.class)).isEqualTo(2);
    finds(TooEarly.class, FindingKind.DATA_RACE);
  }

  /** Three tasks, in the order of their time; the pool ends after the last one. */
  public static final class InOrder {
    public static void main(String[] args) throws Exception {
      ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
      AtomicInteger count = new AtomicInteger();
      ScheduledFuture<Integer> last = pool.schedule(count::getAndIncrement, 3, TimeUnit.SECONDS);
      ScheduledFuture<Integer> first = pool.schedule(count::getAndIncrement, 1, TimeUnit.SECONDS);
      pool.shutdown();
      check(last.get() == 1 && first.get() == 0);
      check(pool.awaitTermination(1, TimeUnit.MINUTES));
    }
  }

  @Test
  void tasksRunInTheOrderOfTheirTime() {
    assertThat(classesOf(InOrder.class)).isPositive();
  }

  /** A task is given to a pool whose thread waits for the time of another one, or soon will. */
  public static final class DueNow {
    public static void main(String[] args) throws Exception {
      ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
      AtomicInteger done = new AtomicInteger();
      pool.schedule(() -> {}, 1, TimeUnit.HOURS);
      Thread.sleep(Integer.parseInt(args[0]));
      pool.execute(done::incrementAndGet);
      int seen = done.get();
      pool.shutdownNow();
      check(seen != Integer.parseInt(args[1]));
    }
  }

  @Test
  void aTaskThatIsDueIsTakenAtOnce() {
    assertThat(Verdicts.outcomes(DueNow.class, "0", 2)).containsExactly(0, 1);
    assertThat(Verdicts.outcomes(DueNow.class, "100", 2)).containsExactly(0, 1);
  }

  /** A task that is done again and again until it is cancelled. */
  public static final class Cancelled {
    private static int runs;

    public static void main(String[] args) throws Exception {
      ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
      CountDownLatch twice = new CountDownLatch(2);
      Runnable task =
          () -> {
            runs++;
            twice.countDown();
          };
      ScheduledFuture<?> again =
          args[0].equals("rate")
              ? pool.scheduleAtFixedRate(task, 1, 1, TimeUnit.SECONDS)
              : pool.scheduleWithFixedDelay(task, 1, 1, TimeUnit.SECONDS);
      twice.await();
      check(again.cancel(false) && again.isCancelled());
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.MINUTES));
      check(runs == 2);
    }
  }

  /** Nobody cancels it: the program has done everything. */
  public static final class NeverCancelled {
    public static void main(String[] args) throws Exception {
      ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
      CountDownLatch twice = new CountDownLatch(2);
      pool.scheduleAtFixedRate(twice::countDown, 1, 1, TimeUnit.SECONDS);
      twice.await();
    }
  }

  /** The main thread ends at once, and a task goes wrong later, which gives work to a pool. */
  public static final class WrongLater {
    private static int runs;

    public static void main(String[] args) {
      ExecutorService pool = Executors.newFixedThreadPool(1);
      ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
      Runnable task = () -> check(++runs < Integer.parseInt(args[1]));
      Runnable feeding = () -> pool.execute(task);
      if (args[0].equals("rate")) {
        scheduler.scheduleAtFixedRate(feeding, 10, 10, TimeUnit.MILLISECONDS);
      } else {
        scheduler.scheduleWithFixedDelay(feeding, 10, 10, TimeUnit.MILLISECONDS);
      }
    }
  }

  @Test
  void aTaskIsDoneSeveralTimesThoughAllElseIsDone() {
    for (String how : new String[] {"rate", "delay"}) {
      Verdicts.fails(WrongLater.class, how, "3");
      Verdicts.verified(WrongLater.class, how, "1000");
    }
  }

  /** It fails: it is not done again. */
  public static final class Failing {
    public static void main(String[] args) throws Exception {
      ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
      CountDownLatch twice = new CountDownLatch(2);
      pool.scheduleAtFixedRate(
          () -> {
            twice.countDown();
            throw new IllegalStateException();
          },
          1,
          1,
          TimeUnit.SECONDS);
      twice.await();
    }
  }

  @Test
  void tasksAreRepeated() {
    assertThat(classesOf(Cancelled.class, "rate")).isPositive();
    assertThat(classesOf(Cancelled.class, "delay")).isPositive();
    assertThat(classesOf(NeverCancelled.class)).isEqualTo(1);
    finds(Failing.class, FindingKind.DEADLOCK);
  }

  /** What becomes of tasks when the pool is shut down. */
  public static final class Policies {
    public static void main(String[] args) throws Exception {
      AtomicInteger runs = new AtomicInteger();
      ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
      pool.setExecuteExistingDelayedTasksAfterShutdownPolicy(args[0].equals("keep"));
      ScheduledFuture<?> delayed = pool.schedule(runs::incrementAndGet, 1, TimeUnit.SECONDS);
      ScheduledFuture<?> repeated =
          pool.scheduleAtFixedRate(runs::incrementAndGet, 2, 2, TimeUnit.SECONDS);
      pool.shutdown();
      check(repeated.isCancelled());
      if (args[0].equals("keep")) {
        delayed.get();
      }
      check(pool.awaitTermination(1, TimeUnit.MINUTES) && pool.isTerminated());
      check(runs.get() == (args[0].equals("keep") ? 1 : 0));
      check(delayed.isCancelled() != args[0].equals("keep") && delayed.isDone());
      try {
        pool.schedule(runs::incrementAndGet, 1, TimeUnit.SECONDS);
        check(false);
      } catch (RejectedExecutionException e) {
        check(pool.getQueue().isEmpty());
      }
    }
  }

  /** What was not begun is given back. */
  public static final class Stopped {
    public static void main(String[] args) throws Exception {
      ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
      pool.setRemoveOnCancelPolicy(true);
      ScheduledFuture<?> first = pool.schedule(() -> check(false), 1, TimeUnit.DAYS);
      pool.schedule(() -> check(false), 2, TimeUnit.DAYS);
      check(first.cancel(false));
      try {
        first.get();
        check(false);
      } catch (CancellationException e) {
        check(first.isDone());
      }
      check(pool.shutdownNow().size() == 1);
      check(pool.awaitTermination(1, TimeUnit.MINUTES));
    }
  }

  @Test
  void poolsEnd() {
    assertThat(classesOf(Policies.class, "keep")).isPositive();
    assertThat(classesOf(Policies.class, "drop")).isPositive();
    assertThat(classesOf(Stopped.class)).isPositive();
  }
}
