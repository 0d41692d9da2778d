package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Verdicts.outcomes;
import static dev.clew.jvm.program.juc.Verdicts.verified;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Interrupts of the threads of pools, and of those who wait for their end. */
final class PoolStopTest {

  /** The only thread of a pool is interrupted while it is idle, or later. */
  public static final class Interrupted {
    public static void main(String[] args) throws Exception {
      AtomicReference<Thread> worker = new AtomicReference<>();
      ExecutorService pool =
          Executors.newFixedThreadPool(
              1,
              task -> {
                worker.set(new Thread(task));
                return worker.get();
              });
      pool.submit(() -> {}).get();
      Callable<Boolean> isInterrupted = () -> Thread.currentThread().isInterrupted();
      if (args[0].equals("before")) {
        Objects.requireNonNull(worker.get()).interrupt();
      }
      Future<Boolean> answer = pool.submit(isInterrupted);
      if (args[0].equals("meanwhile")) {
        Objects.requireNonNull(worker.get()).interrupt();
      }
      int outcome = answer.get() ? 1 : 0;
      pool.shutdown();
      check(outcome != Integer.parseInt(args[1]));
    }
  }

  @Test
  void anInterruptOfAnIdleThreadIsTakenBack() {
    assertThat(outcomes(Interrupted.class, "before", 1)).containsExactly(0);
    assertThat(outcomes(Interrupted.class, "meanwhile", 1)).containsExactly(0, 1);
  }

  /** A pool is stopped while another thread gives it a task that waits for ever. */
  public static final class StoppedMeanwhile {
    public static void main(String[] args) throws Exception {
      AtomicInteger outcome = new AtomicInteger();
      CountDownLatch never = new CountDownLatch(1);
      ExecutorService pool = Executors.newFixedThreadPool(1);
      Thread[] other =
          Tasks.start(
              () -> {
                try {
                  pool.execute(
                      () -> {
                        try {
                          never.await();
                        } catch (InterruptedException e) {
                          outcome.addAndGet(1);
                        }
                      });
                } catch (RejectedExecutionException e) {
                  outcome.addAndGet(2);
                }
              });
      check(pool.shutdownNow().isEmpty());
      Tasks.join(other);
      check(pool.awaitTermination(1, TimeUnit.DAYS));
      check(outcome.get() != Integer.parseInt(args[1]));
    }
  }

  @Test
  void aTaskIsRejectedOrInterruptedWhenThePoolIsStopped() {
    assertThat(outcomes(StoppedMeanwhile.class, "", 3)).containsExactly(1, 2);
  }

  /** A task that was handed over is none that waits. */
  public static final class StoppedAfterwards {
    public static void main(String[] args) throws Exception {
      AtomicInteger done = new AtomicInteger();
      ExecutorService pool = Executors.newCachedThreadPool();
      pool.submit(() -> {}).get();
      pool.execute(done::incrementAndGet);
      check(pool.shutdownNow().isEmpty());
      check(pool.awaitTermination(1, TimeUnit.DAYS));
      check(done.get() == 1);
    }
  }

  @Test
  void aTaskThatWasHandedOverIsRun() {
    verified(StoppedAfterwards.class);
  }

  /** Waits for the end of a pool with an interrupt pending. */
  public static final class AwaitingInterrupted {
    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(1);
      pool.execute(() -> {});
      Thread.currentThread().interrupt();
      check(!pool.awaitTermination(0, TimeUnit.SECONDS));
      pool.shutdown();
      boolean isInterrupted = false;
      try {
        check(pool.awaitTermination(1, TimeUnit.DAYS));
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
      check((isInterrupted ? 1 : 0) != Integer.parseInt(args[1]));
    }
  }

  @Test
  void aPoolThatHasEndedIsNotAwaited() {
    assertThat(outcomes(AwaitingInterrupted.class, "", 1)).containsExactly(0, 1);
  }

  /** A pool whose queue has room for one task is stopped. */
  public static final class Limited {
    public static void main(String[] args) throws Exception {
      ExecutorService pool =
          new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
      pool.execute(() -> {});
      pool.execute(() -> {});
      check(pool.shutdownNow().size() != Integer.parseInt(args[1]));
    }
  }

  @Test
  void whatAQueueWithLittleRoomHasIsLeft() {
    assertThat(outcomes(Limited.class, "", 2)).containsExactly(0, 1);
  }

  /** Who closes a pool is interrupted, and stays so. */
  public static final class Closed {
    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(1);
      CountDownLatch never = new CountDownLatch(1);
      pool.submit(() -> never.await(1, TimeUnit.DAYS));
      Thread.currentThread().interrupt();
      ((AutoCloseable) (Object) pool).close(); // pools have it since JDK 19
      check(Thread.interrupted());
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void whoClosesAPoolStaysInterrupted() {
    verified(Closed.class);
  }
}
