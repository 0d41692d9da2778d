package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Outcome;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting costs no time, however long, and whoever does it for the program. */
@Timeout(60)
final class TimePassesTest {
  /** Waits for hours by {@link TimeUnit}, for another thread and at a monitor too. */
  public static final class ByUnit {
    private static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
      long begin = System.nanoTime();
      TimeUnit.HOURS.sleep(2);
      TimeUnit.DAYS.sleep(-1);
      if (System.nanoTime() - begin < TimeUnit.HOURS.toNanos(2)) {
        throw new AssertionError("no time has passed");
      }
      Thread other = new Thread(ByUnit::await);
      other.start();
      TimeUnit.HOURS.timedJoin(other, 3);
      other.join();
    }

    private static void await() {
      synchronized (LOCK) {
        try {
          TimeUnit.HOURS.timedWait(LOCK, 1);
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  @Test
  void ofAUnitOfTime() {
    Outcome outcome = Harness.explore(ByUnit.class);

    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.executions()).as("the shorter of the two gives up first").isOne();
  }

  /** Waits longer than anybody can count. */
  public static final class ForEver {
    private static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
      Thread.sleep(Long.MAX_VALUE);
      Thread.sleep(Long.MAX_VALUE, 999_999);
      TimeUnit.DAYS.sleep(Long.MAX_VALUE);
      if (System.nanoTime() < 0 || System.currentTimeMillis() < 0) {
        throw new AssertionError("time ran backwards");
      }
      Thread other =
          new Thread(
              () -> {
                synchronized (LOCK) {
                  LOCK.notifyAll();
                }
              });
      synchronized (LOCK) {
        other.start();
        LOCK.wait(Long.MAX_VALUE);
      }
      other.join(Long.MAX_VALUE);
    }
  }

  @Test
  void asLongAsCanBeSaid() {
    Outcome outcome = Harness.explore(ForEver.class);

    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.executions()).isPositive();
  }
}
