package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Verdicts.verified;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import dev.clew.jvm.program.Harness;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

final class FutureTaskTest {

  /** A result is waited for. */
  public static final class Result {
    private static int value;

    public static void main(String[] args) throws Exception {
      FutureTask<Integer> future = new FutureTask<>(() -> value = 5);
      new Thread(future).start();
      check(future.get() == 5 && value == 5);
    }
  }

  /** A result is taken for granted. */
  public static final class NoResult {
    private static int value;

    public static void main(String[] args) {
      FutureTask<Integer> future = new FutureTask<>(() -> value = 5);
      new Thread(future).start();
      check(future.isDone() && value == 5);
    }
  }

  @Test
  void toWaitForAResultIsNoChoice() {
    assertThat(verified(Result.class)).isEqualTo(1);
  }

  @Test
  void aResultMayNotBeThereYet() {
    assertThat(Harness.explore(NoResult.class).findings())
        .extracting(each -> each.kind())
        .containsExactly(FindingKind.ASSERTION);
  }

  /** Two threads run it. */
  public static final class Twice {
    public static void main(String[] args) throws Exception {
      AtomicInteger runs = new AtomicInteger();
      FutureTask<Integer> future = new FutureTask<>(runs::incrementAndGet);
      Tasks.join(Tasks.start(future::run, future::run));
      check(future.get() == 1 && runs.get() == 1);
    }
  }

  /** Who comes first, and whether the other one comes before the result or after it. */
  @Test
  void itRunsOnce() {
    assertThat(verified(Twice.class)).isEqualTo(4);
  }

  /** It is cancelled before, while or after it runs. */
  public static final class Cancelled {
    public static void main(String[] args) throws Exception {
      AtomicInteger done = new AtomicInteger();
      FutureTask<Integer> future =
          new FutureTask<>(() -> 1) {
            @Override
            protected void done() {
              done.incrementAndGet();
            }
          };
      Thread runner = new Thread(future);
      runner.start();
      boolean isCancelled = future.cancel(false);
      try {
        check(future.get() == 1 && !isCancelled);
      } catch (CancellationException e) {
        check(isCancelled && future.isCancelled());
      }
      check(future.isDone());
      runner.join();
      check(done.get() == 1);
    }
  }

  @Test
  void aResultAndACancellationExcludeEachOther() {
    verified(Cancelled.class);
  }

  /** An interrupt reaches the task or nobody: when it has been run, no interrupt comes any more. */
  public static final class Interrupted {
    public static void main(String[] args) throws Exception {
      FutureTask<?> future = new FutureTask<>(() -> LockSupport.parkNanos(1), null);
      Thread runner =
          Tasks.thread(
              () -> {
                future.run();
                boolean isLate = Thread.interrupted();
                future.run();
                check(!Thread.interrupted() || isLate);
              });
      runner.start();
      future.cancel(true);
      runner.join();
    }
  }

  @Test
  void aCancellationInterruptsTheTaskOnly() {
    verified(Interrupted.class);
  }

  /** Somebody waits only for a time, or is interrupted while waiting. */
  public static final class Impatient {
    public static void main(String[] args) throws Exception {
      FutureTask<Integer> future = new FutureTask<>(() -> 1);
      try {
        future.get(1, TimeUnit.SECONDS);
        check(false);
      } catch (TimeoutException e) {
        check(!future.isDone());
      }
      Thread.currentThread().interrupt();
      try {
        future.get();
        check(false);
      } catch (InterruptedException e) {
        future.run();
      }
      Thread.currentThread().interrupt();
      check(future.get() == 1);
      check(Thread.interrupted());
    }
  }

  @Test
  void waitingEndsByTimeAndInterrupts() {
    verified(Impatient.class);
  }

  /** It fails. */
  public static final class Failed {
    public static void main(String[] args) throws Exception {
      FutureTask<Integer> future =
          new FutureTask<>(
              () -> {
                throw new IllegalStateException("so");
              });
      new Thread(future).start();
      try {
        future.get();
        check(false);
      } catch (ExecutionException e) {
        check(String.valueOf(e.getMessage()).endsWith("so"));
      }
    }
  }

  @Test
  void anExceptionIsAResult() {
    verified(Failed.class);
  }
}
