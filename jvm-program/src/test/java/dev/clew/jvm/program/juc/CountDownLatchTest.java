package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class CountDownLatchTest {
  /** Three threads do their part, two wait for all parts. */
  public static final class Parts {
    private static final CountDownLatch DONE = new CountDownLatch(3);
    private static final int[] PARTS = new int[3];

    public static void main(String[] args) throws Exception {
      for (int i = 0; i < 3; i++) {
        int part = i;
        Tasks.start(
            () -> {
              PARTS[part] = 1;
              DONE.countDown();
            });
      }
      Tasks.start(Parts::sum, Parts::sum);
    }

    private static void sum() throws InterruptedException {
      DONE.await();
      check(PARTS[0] + PARTS[1] + PARTS[2] == 3);
    }
  }

  @Test
  void countDownsAndAwaitsCommuteAmongThemselves() {
    Outcome outcome = Harness.explore(Parts.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(1);
  }

  /** A latch that is opened too early. */
  public static final class TooSmall {
    public static void main(String[] args) {
      CountDownLatch latch = new CountDownLatch(1);
      int[] parts = new int[2];
      Tasks.start(
          () -> {
            parts[0] = 1;
            latch.countDown();
          },
          () -> {
            parts[1] = 1;
            latch.countDown();
          },
          () -> {
            latch.await();
            check(parts[0] + parts[1] == 2);
          });
    }
  }

  @Test
  void aLatchWithTooSmallACountOrdersTooLittle() {
    Outcome outcome = Harness.explore(TooSmall.class);
    assertThat(outcome.findings()).anyMatch(each -> each.kind() == FindingKind.DATA_RACE);
    assertThat(outcome.findings()).anyMatch(each -> each.kind() == FindingKind.ASSERTION);
  }

  /** A latch that nobody opens, if a thread ends early. */
  public static final class TooLarge {
    public static void main(String[] args) {
      CountDownLatch stop = new CountDownLatch(1);
      CountDownLatch done = new CountDownLatch(2);
      Tasks.start(
          done::countDown,
          () -> {
            if (stop.getCount() > 0) {
              done.countDown();
            }
          },
          stop::countDown,
          done::await);
    }
  }

  private static final String TOO_LARGE =
      """
      semaphore stop = 0
      semaphore done = 0
      thread a {
        release done
      }
      thread b {
        r = tryacquire stop
        if r == 0 {
          release done
        }
      }
      thread c {
        release stop
      }
      thread d {
        acquire done 2
      }
      """;

  @Test
  void aCountThatIsNeverReachedIsADeadlock() {
    Outcome outcome = Harness.explore(TooLarge.class);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(TOO_LARGE)).isEqualTo(2);
    assertThat(outcome.deadlocks()).isEqualTo(1);
  }

  /** More count-downs than needed: the await comes after any two of them, or after all. */
  public static final class MoreThanNeeded {
    public static void main(String[] args) {
      CountDownLatch latch = new CountDownLatch(2);
      Tasks.start(latch::countDown, latch::countDown, latch::countDown, latch::await);
    }
  }

  private static final String MORE_THAN_NEEDED =
      """
      semaphore s = 0
      thread t[3] {
        release s
      }
      thread w {
        acquire s 2
      }
      """;

  @Test
  void anAwaitAfterMoreCountDownsThanNeededIsReversed() {
    Outcome outcome = Harness.explore(MoreThanNeeded.class);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(MORE_THAN_NEEDED)).isEqualTo(4);
    assertThat(TraceClasses.of(MoreThanNeeded.class)).isEqualTo(4);
  }

  /** A start signal and an end signal. */
  public static final class Gates {
    public static void main(String[] args) {
      CountDownLatch start = new CountDownLatch(1);
      CountDownLatch end = new CountDownLatch(2);
      Tasks.Task runner =
          () -> {
            start.await();
            end.countDown();
          };
      Tasks.start(
          runner,
          runner,
          () -> {
            start.countDown();
            end.await();
          });
    }
  }

  @Test
  void twoLatchesInARow() {
    assertThat(TraceClasses.of(Gates.class)).isEqualTo(1);
  }

  /** Gives up on a latch, after which it is opened. */
  public static final class Timed {
    public static void main(String[] args) {
      CountDownLatch first = new CountDownLatch(1);
      CountDownLatch second = new CountDownLatch(1);
      Tasks.start(
          () -> {
            check(!first.await(1, TimeUnit.SECONDS));
            second.countDown();
          },
          () -> {
            second.await();
            first.countDown();
            check(first.await(1, TimeUnit.SECONDS));
          });
    }
  }

  @Test
  void timeRunsOutOnlyWhenNothingElseCanRun() {
    Outcome outcome = Harness.explore(Timed.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(1);
  }

  /** Everything that one thread alone can tell. */
  public static final class Alone {
    public static void main(String[] args) throws Exception {
      CountDownLatch latch = new CountDownLatch(2);
      check(latch.getCount() == 2);
      check(latch.toString().endsWith("[Count = 2]"));
      check(!latch.await(0, TimeUnit.SECONDS));
      check(!latch.await(-1, TimeUnit.SECONDS));
      check(!latch.await(1, TimeUnit.SECONDS));
      latch.countDown();
      latch.countDown();
      latch.countDown();
      check(latch.getCount() == 0);
      check(latch.await(0, TimeUnit.SECONDS));
      latch.await();
      new CountDownLatch(0).await();
      try {
        new CountDownLatch(-1);
        check(false);
      } catch (IllegalArgumentException e) {
        check("count < 0".equals(e.getMessage()));
      }
      Thread.currentThread().interrupt();
      try {
        latch.await();
        check(false);
      } catch (InterruptedException e) {
        check(!Thread.currentThread().isInterrupted());
      }
    }
  }

  @Test
  void oneThreadAloneFindsWhatTheJdkPromises() {
    Outcome outcome = Harness.explore(Alone.class);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.executions()).isEqualTo(1);
  }
}
