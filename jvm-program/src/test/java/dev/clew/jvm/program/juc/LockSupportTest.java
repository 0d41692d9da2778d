package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

final class LockSupportTest {
  /** Parks until a flag is set, looking at it again each time. */
  public static final class Handover {
    public static void main(String[] args) {
      AtomicBoolean flag = new AtomicBoolean();
      Thread waiter =
          Tasks.thread(
              () -> {
                while (!flag.get()) {
                  LockSupport.park(flag);
                }
              });
      waiter.start();
      flag.set(true);
      LockSupport.unpark(waiter);
    }
  }

  private static final String HANDOVER =
      """
      atomic flag = 0
      thread main {
        start waiter
        flag = 1
        unpark waiter
      }
      thread waiter {
        r = flag
        while r == 0 {
          park
          r = flag
        }
      }
      """;

  @Test
  void anUnparkIsNeverLost() {
    Outcome outcome = Harness.explore(Handover.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(HANDOVER));
  }

  /** Two unparks give one permit. */
  public static final class Twice {
    public static void main(String[] args) {
      Thread parker =
          Tasks.thread(
              () -> {
                LockSupport.park();
                LockSupport.park();
              });
      parker.start();
      Tasks.start(() -> LockSupport.unpark(parker), () -> LockSupport.unpark(parker));
    }
  }

  private static final String TWICE =
      """
      thread parker {
        park
        park
      }
      thread t[2] {
        unpark parker
      }
      """;

  @Test
  void permitsDoNotAddUp() {
    Outcome outcome = Harness.explore(Twice.class);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(TWICE));
    assertThat(outcome.deadlocks()).isEqualTo(1);
    assertThat(TraceClasses.of(Twice.class)).isEqualTo(outcome.executions());
  }

  /** A thread that is unparked by another one, which may be too early. */
  public static final class TooEarly {
    public static void main(String[] args) {
      Thread parker = Tasks.thread(LockSupport::park);
      Tasks.start(() -> LockSupport.unpark(parker));
      parker.start();
    }
  }

  @Test
  void anUnparkBeforeTheStartIsLost() {
    Outcome outcome = Harness.explore(TooEarly.class);
    assertThat(outcome.executions()).isEqualTo(2);
    assertThat(outcome.deadlocks()).isEqualTo(1);
    assertThat(TraceClasses.of(TooEarly.class)).isEqualTo(2);
  }

  /** Two threads start the same one. */
  public static final class StartedTwice {
    public static void main(String[] args) {
      Thread once = new Thread();
      Tasks.start(once::start, once::start);
    }
  }

  @Test
  void oneOfTwoStartsFails() {
    Outcome outcome = Harness.explore(StartedTwice.class);
    assertThat(outcome.executions()).isEqualTo(2);
    assertThat(outcome.findings()).hasSize(1);
    assertThat(TraceClasses.of(StartedTwice.class)).isEqualTo(2);
  }

  /** Parks for a time that runs out, or until an interrupt. */
  public static final class Ends {
    public static void main(String[] args) {
      LockSupport.parkNanos(1_000_000);
      LockSupport.parkNanos(0);
      LockSupport.parkNanos("blocker", -1);
      LockSupport.parkUntil(1);
      LockSupport.parkUntil("blocker", System.currentTimeMillis() + 1_000);
      LockSupport.unpark(null);
      LockSupport.unpark(new Thread());
      LockSupport.unpark(Thread.currentThread());
      LockSupport.park();
      Thread.currentThread().interrupt();
      LockSupport.park("blocker");
      check(Thread.interrupted());
    }
  }

  @Test
  void aParkEndsByTimeByUnparkAndByInterrupt() {
    Outcome outcome = Harness.explore(Ends.class);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.executions()).isEqualTo(1);
  }

  /** Sees what another thread parks at. */
  public static final class Blocker {
    public static void main(String[] args) throws InterruptedException {
      Object blocker = new Object();
      Thread parker = Tasks.thread(() -> LockSupport.park(blocker));
      check(LockSupport.getBlocker(parker) == null);
      parker.start();
      parker.join(1000);
      check(LockSupport.getBlocker(parker) == blocker);
      LockSupport.unpark(parker);
      parker.join();
      check(LockSupport.getBlocker(parker) == null);
      LockSupport.setCurrentBlocker(blocker);
      check(LockSupport.getBlocker(Thread.currentThread()) == blocker);
      LockSupport.setCurrentBlocker(null);
      check(LockSupport.getBlocker(Thread.currentThread()) == null);
    }
  }

  @Test
  void theBlockerOfAParkedThreadIsKnown() {
    Outcome outcome = Harness.explore(Blocker.class);
    assertThat(outcome.findings()).isEmpty();
  }
}
