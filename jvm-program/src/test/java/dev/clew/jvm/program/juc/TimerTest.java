package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Explored.classesOf;
import static dev.clew.jvm.program.juc.Explored.finds;
import static dev.clew.jvm.program.juc.Tasks.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class TimerTest {
  private static TimerTask task(Runnable work) {
    return new TimerTask() {
      @Override
      public void run() {
        work.run();
      }
    };
  }

  /** Waits for what the timer does. */
  public static final class Waits {
    private static int value;

    public static void main(String[] args) throws Exception {
      Timer timer = new Timer();
      CountDownLatch done = new CountDownLatch(1);
      timer.schedule(
          task(
              () -> {
                value = 1;
                done.countDown();
              }),
          10);
      done.await();
      check(value == 1);
      timer.cancel();
    }
  }

  /** Does not. */
  public static final class DoesNotWait {
    private static int value;

    public static void main(String[] args) {
      Timer timer = new Timer();
      timer.schedule(task(() -> value = 1), 0);
      value++;
      timer.cancel();
    }
  }

  @Test
  void aTimerHasAThread() {
    assertThat(classesOf(Waits.class)).isPositive();
    finds(DoesNotWait.class, FindingKind.DATA_RACE);
  }

  /** Two tasks in the order of their time, and one that is cancelled. */
  public static final class InOrder {
    public static void main(String[] args) throws Exception {
      Timer timer = new Timer(true);
      AtomicInteger count = new AtomicInteger();
      CountDownLatch done = new CountDownLatch(2);
      timer.schedule(task(() -> check(false)), 300_000);
      TimerTask cancelled = task(() -> check(false));
      timer.schedule(cancelled, 10);
      check(cancelled.cancel() && !cancelled.cancel());
      timer.schedule(task(() -> second(count, done)), 30);
      timer.schedule(task(() -> first(count, done)), 20);
      done.await();
      timer.cancel();
      try {
        timer.schedule(task(() -> check(false)), 1);
        check(false);
      } catch (IllegalStateException e) {
        check(timer.purge() == 0);
      }
    }

    private static void first(AtomicInteger count, CountDownLatch done) {
      check(count.getAndIncrement() == 0);
      done.countDown();
    }

    private static void second(AtomicInteger count, CountDownLatch done) {
      check(count.getAndIncrement() == 1);
      done.countDown();
    }
  }

  @Test
  void tasksRunInTheOrderOfTheirTime() {
    assertThat(classesOf(InOrder.class)).isPositive();
  }

  /** A task is given to a timer that waits for the time of another one, or soon will. */
  public static final class DueNow {
    public static void main(String[] args) throws Exception {
      Timer timer = new Timer();
      AtomicInteger done = new AtomicInteger();
      timer.schedule(task(() -> {}), 3_600_000);
      Thread.sleep(Integer.parseInt(args[0]));
      timer.schedule(task(done::incrementAndGet), 0);
      int seen = done.get();
      timer.cancel();
      check(seen != Integer.parseInt(args[1]));
    }
  }

  @Test
  void aTaskThatIsDueIsTakenAtOnce() {
    assertThat(Verdicts.outcomes(DueNow.class, "0", 2)).containsExactly(0, 1);
    assertThat(Verdicts.outcomes(DueNow.class, "100", 2)).containsExactly(0, 1);
  }

  /** A task that nobody cancels: the program has done everything. */
  public static final class NeverCancelled {
    public static void main(String[] args) throws Exception {
      CountDownLatch twice = new CountDownLatch(2);
      new Timer().schedule(task(twice::countDown), 10, 10);
      twice.await();
    }
  }

  /** The main thread ends at once, and a task goes wrong later. */
  public static final class WrongLater {
    private static int runs;

    public static void main(String[] args) {
      Timer timer = new Timer();
      timer.schedule(task(() -> check(++runs < Integer.parseInt(args[0]))), 100, 100);
      timer.schedule(task(() -> {}), Integer.parseInt(args[1]), Integer.parseInt(args[1]));
    }
  }

  @Test
  void aTaskIsRunSeveralTimesThoughAllElseIsDone() {
    Verdicts.fails(WrongLater.class, "3", "100");
    Verdicts.fails(WrongLater.class, "8", "300"); // until the other one was run three times
    Verdicts.verified(WrongLater.class, "1000", "300");
    Verdicts.verified(WrongLater.class, "1000", "300000"); // but not for ever
  }

  /** A task fails: no other one is run. */
  public static final class Failing {
    public static void main(String[] args) throws Exception {
      Timer timer = new Timer();
      CountDownLatch done = new CountDownLatch(1);
      timer.schedule(
          task(
              () -> {
                throw new IllegalStateException();
              }),
          10);
      timer.schedule(task(done::countDown), 20);
      done.await();
    }
  }

  @Test
  void tasksAreRepeatedUntilOneFails() {
    assertThat(classesOf(NeverCancelled.class)).isPositive();
    finds(Failing.class, FindingKind.EXCEPTION);
    finds(Failing.class, FindingKind.DEADLOCK);
  }
}
