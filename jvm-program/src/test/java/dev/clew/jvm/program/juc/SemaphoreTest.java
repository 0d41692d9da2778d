package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class SemaphoreTest {
  /** Three threads, one of them in its critical section at a time. */
  public static final class Guarded {
    private static final Semaphore SEMAPHORE = new Semaphore(1);
    private static int counter;

    public static void main(String[] args) throws Exception {
      Thread[] threads = Tasks.start(Guarded::increment, Guarded::increment, Guarded::increment);
      Tasks.join(threads);
      check(counter == 3);
    }

    private static void increment() throws InterruptedException {
      SEMAPHORE.acquire();
      counter++;
      SEMAPHORE.release();
    }
  }

  private static final String GUARDED =
      """
      semaphore s = 1
      thread t[3] {
        acquire s
        release s
      }
      """;

  @Test
  void aSemaphoreOfOneIsALock() {
    Outcome outcome = Harness.explore(Guarded.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(GUARDED)).isEqualTo(6);
  }

  /** The same, but two of them may be there. */
  public static final class TooMany {
    private static final Semaphore SEMAPHORE = new Semaphore(2);
    private static int counter;

    public static void main(String[] args) throws Exception {
      Tasks.join(Tasks.start(TooMany::increment, TooMany::increment));
    }

    private static void increment() throws InterruptedException {
      SEMAPHORE.acquire();
      counter++;
      SEMAPHORE.release();
    }
  }

  @Test
  void aSemaphoreOfTwoIsNone() {
    Outcome outcome = Harness.explore(TooMany.class);
    assertThat(outcome.findings()).anyMatch(each -> each.kind() == FindingKind.DATA_RACE);
  }

  /** Takes several permits, tries, gives back more than it took. */
  public static final class Several {
    public static void main(String[] args) {
      Semaphore semaphore = new Semaphore(2);
      Tasks.start(
          () -> {
            semaphore.acquire(2);
            semaphore.release(1);
          },
          () -> {
            if (semaphore.tryAcquire(2)) {
              semaphore.release(2);
            }
          },
          () -> {
            semaphore.acquire();
            semaphore.release(2);
          });
    }
  }

  private static final String SEVERAL =
      """
      semaphore s = 2
      thread a {
        acquire s 2
        release s 1
      }
      thread b {
        r = tryacquire s 2
        if r {
          release s 2
        }
      }
      thread c {
        acquire s
        release s 2
      }
      """;

  @Test
  void severalPermitsAtOnceCountAsInTheToyLanguage() {
    Outcome outcome = Harness.explore(Several.class);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(SEVERAL));
    assertThat(TraceClasses.of(Several.class)).isEqualTo(outcome.executions());
  }

  /** A thread that forgets to release when something goes wrong. */
  public static final class Leak {
    public static void main(String[] args) {
      Semaphore semaphore = new Semaphore(1);
      Semaphore work = new Semaphore(0);
      Tasks.start(
          () -> {
            semaphore.acquire();
            if (work.tryAcquire()) {
              semaphore.release();
            }
          },
          () -> {
            work.release();
            semaphore.acquire();
            semaphore.release();
          });
    }
  }

  private static final String LEAK =
      """
      semaphore s = 1
      semaphore work = 0
      thread a {
        acquire s
        r = tryacquire work
        if r {
          release s
        }
      }
      thread b {
        release work
        acquire s
        release s
      }
      """;

  @Test
  void aPermitThatIsNotGivenBackIsADeadlock() {
    Outcome outcome = Harness.explore(Leak.class);
    assertThat(outcome.deadlocks()).isPositive();
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(LEAK));
    assertThat(outcome.findings()).anyMatch(each -> each.kind() == FindingKind.DEADLOCK);
  }

  /** Waits for a permit that comes, and for one that does not. */
  public static final class Timed {
    public static void main(String[] args) {
      Semaphore semaphore = new Semaphore(0);
      Tasks.start(
          () -> {
            boolean first = semaphore.tryAcquire(1, TimeUnit.SECONDS);
            boolean second = semaphore.tryAcquire(1, TimeUnit.SECONDS);
            check(first && !second);
          },
          semaphore::release);
    }
  }

  private static final String TIMED =
      """
      semaphore s = 0
      thread a {
        r = acquire s timed
        q = acquire s timed
      }
      thread b {
        release s
      }
      """;

  @Test
  void timeRunsOutOnlyWhenNoPermitCanCome() {
    Outcome outcome = Harness.explore(Timed.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(TIMED));
  }

  /** Everything that one thread alone can tell. */
  public static final class Alone {
    public static void main(String[] args) throws Exception {
      Reducible semaphore = new Reducible(3);
      check(semaphore.availablePermits() == 3);
      check(semaphore.toString().endsWith("[Permits = 3]"));
      check(semaphore.tryAcquire(3) && !semaphore.tryAcquire());
      check(!semaphore.tryAcquire(0, TimeUnit.SECONDS));
      check(!semaphore.tryAcquire(1, -1, TimeUnit.SECONDS));
      semaphore.release(2);
      check(semaphore.drainPermits() == 2 && semaphore.drainPermits() == 0);
      semaphore.reducePermits(2);
      check(semaphore.availablePermits() == -2);
      check(!semaphore.tryAcquire(0));
      check(semaphore.drainPermits() == -2 && semaphore.availablePermits() == 0);
      check(!semaphore.hasQueuedThreads() && semaphore.getQueueLength() == 0);
      check(!semaphore.isFair() && new Semaphore(1, true).isFair());
      refuses(() -> semaphore.acquire(-1));
      refuses(() -> semaphore.acquireUninterruptibly(-1));
      refuses(() -> semaphore.tryAcquire(-1));
      refuses(() -> semaphore.tryAcquire(-1, 1, TimeUnit.SECONDS));
      refuses(() -> semaphore.release(-1));
      refuses(() -> semaphore.reducePermits(-1));
      semaphore.release(Integer.MAX_VALUE);
      try {
        semaphore.release();
        check(false);
      } catch (Error e) {
        check("Maximum permit count exceeded".equals(e.getMessage()));
      }
      check(semaphore.availablePermits() == Integer.MAX_VALUE);
      Thread.currentThread().interrupt();
      try {
        semaphore.acquire();
        check(false);
      } catch (InterruptedException e) {
        check(!Thread.currentThread().isInterrupted());
      }
      Thread.currentThread().interrupt();
      semaphore.acquireUninterruptibly();
      check(Thread.interrupted());
    }

    private static void refuses(Tasks.Task task) throws Exception {
      try {
        task.run();
        check(false);
      } catch (IllegalArgumentException e) {
        check(e.getMessage() == null);
      }
    }

    private static final class Reducible extends Semaphore {
      private static final long serialVersionUID = 1;

      Reducible(int permits) {
        super(permits);
      }

      @Override
      protected void reducePermits(int reduction) {
        super.reducePermits(reduction);
      }
    }
  }

  @Test
  void oneThreadAloneFindsWhatTheJdkPromises() {
    Outcome outcome = Harness.explore(Alone.class);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.executions()).isEqualTo(1);
  }

  /** Drains and reduces while others release and acquire. */
  public static final class Drained {
    public static void main(String[] args) {
      Semaphore semaphore = new Semaphore(1);
      Tasks.start(
          () -> semaphore.release(),
          () -> {
            int drained = semaphore.drainPermits();
            semaphore.release(drained);
          },
          () -> semaphore.acquire(2));
    }
  }

  @Test
  void drainingIsFoundInAllOrders() {
    assertThat(TraceClasses.of(Drained.class)).isPositive();
  }

  /** Asks who waits. */
  public static final class Queue {
    public static void main(String[] args) {
      Semaphore semaphore = new Semaphore(0);
      Thread waiter = Tasks.start(semaphore::acquire)[0];
      if (semaphore.hasQueuedThreads()) {
        check(semaphore.getQueueLength() == 1);
        waiter.interrupt();
      } else {
        semaphore.release();
      }
    }
  }

  @Test
  void whoAsksForTheQueueSeesItWithAndWithoutTheWaiter() {
    Outcome outcome = Harness.explore(Queue.class);
    assertThat(outcome.findings())
        .singleElement()
        .satisfies(each -> assertThat(each.message()).contains("InterruptedException"));
    assertThat(outcome.deadlocks()).isZero();
    assertThat(TraceClasses.of(Queue.class)).isEqualTo(outcome.executions());
  }
}
