package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class CyclicBarrierTest {
  /** Three threads write, meet, and read what the others wrote; twice. */
  public static final class Phases {
    private static final CyclicBarrier BARRIER = new CyclicBarrier(2);
    private static final int[] CELLS = new int[2];

    public static void main(String[] args) {
      Tasks.start(() -> run(0), () -> run(1));
    }

    private static void run(int me) throws Exception {
      for (int phase = 1; phase <= 2; phase++) {
        CELLS[me] = phase;
        BARRIER.await();
        check(CELLS[1 - me] == phase);
        BARRIER.await();
      }
    }
  }

  private static final String PHASES =
      """
      barrier b = 2
      thread t[2] {
        arrive b
        arrive b
        arrive b
        arrive b
      }
      """;

  @Test
  void aBarrierIsPassedAgainAndAgain() {
    Outcome outcome = Harness.explore(Phases.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(PHASES)).isEqualTo(16);
  }

  /** The second barrier of the phases is left out. */
  public static final class MissingBarrier {
    private static final CyclicBarrier BARRIER = new CyclicBarrier(2);
    private static final int[] CELLS = new int[2];

    public static void main(String[] args) {
      Tasks.start(() -> run(0), () -> run(1));
    }

    private static void run(int me) throws Exception {
      for (int phase = 1; phase <= 2; phase++) {
        CELLS[me] = phase;
        BARRIER.await();
        check(CELLS[1 - me] == phase);
      }
    }
  }

  @Test
  void aBarrierOrdersNothingThatComesAfterIt() {
    Outcome outcome = Harness.explore(MissingBarrier.class);
    assertThat(outcome.findings()).anyMatch(each -> each.kind() == FindingKind.DATA_RACE);
    assertThat(outcome.findings()).anyMatch(each -> each.kind() == FindingKind.ASSERTION);
  }

  /** One thread more than parties: who is left over depends. */
  public static final class WrongParties {
    public static void main(String[] args) {
      CyclicBarrier barrier = new CyclicBarrier(2);
      Tasks.start(barrier::await, barrier::await, barrier::await);
    }
  }

  private static final String WRONG_PARTIES =
      """
      barrier b = 2
      thread t[3] {
        arrive b
      }
      """;

  @Test
  void aThreadWithoutPartnerIsADeadlock() {
    Outcome outcome = Harness.explore(WrongParties.class);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(WRONG_PARTIES)).isEqualTo(6);
    assertThat(outcome.deadlocks()).isEqualTo(6);
  }

  /** The action runs in the last to arrive, before anybody goes on, and once each time. */
  public static final class Action {
    private static int actions;
    private static @Nullable Thread runner;

    public static void main(String[] args) throws Exception {
      CyclicBarrier barrier =
          new CyclicBarrier(
              2,
              () -> {
                actions++;
                runner = Thread.currentThread();
              });
      Tasks.Task party =
          () -> {
            int index = barrier.await();
            check(actions == 1);
            check((index == 0) == (runner == Thread.currentThread()));
            barrier.await();
            check(actions == 2);
          };
      Tasks.start(party, party);
    }
  }

  @Test
  void theActionComesBetweenTheLastArrivalAndTheFirstReturn() {
    Outcome outcome = Harness.explore(Action.class);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.executions()).isEqualTo(4);
    assertThat(TraceClasses.of(Action.class)).isEqualTo(4);
  }

  /** Each thread is a party of its own: the actions do not overlap. */
  public static final class ManyActions {
    private static int counter;

    public static void main(String[] args) {
      CyclicBarrier barrier = new CyclicBarrier(1, () -> counter++);
      Tasks.start(barrier::await, barrier::await);
    }
  }

  @Test
  void actionsExcludeEachOther() {
    Outcome outcome = Harness.explore(ManyActions.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(2);
  }

  /** An action that throws breaks the barrier for the others. */
  public static final class FailingAction {
    public static void main(String[] args) {
      CyclicBarrier barrier =
          new CyclicBarrier(
              2,
              () -> {
                throw new ArithmeticException();
              });
      AtomicInteger failures = new AtomicInteger();
      Tasks.Task party =
          () -> {
            try {
              barrier.await();
              check(false);
            } catch (ArithmeticException e) {
              failures.addAndGet(1);
            } catch (BrokenBarrierException e) {
              failures.addAndGet(10);
            }
            check(barrier.isBroken());
          };
      Thread[] threads = Tasks.start(party, party);
      Tasks.start(
          () -> {
            Tasks.join(threads);
            check(failures.get() == 11);
          });
    }
  }

  @Test
  void anActionThatFailsBreaksTheBarrier() {
    Outcome outcome = Harness.explore(FailingAction.class);
    assertThat(outcome.findings()).isEmpty();
    assertThat(TraceClasses.of(FailingAction.class)).isEqualTo(outcome.executions());
  }

  /** A party that gives up breaks the barrier for those who wait and those who come. */
  public static final class GivesUp {
    public static void main(String[] args) {
      CyclicBarrier barrier = new CyclicBarrier(3);
      Tasks.start(
          () -> {
            try {
              barrier.await(1, TimeUnit.SECONDS);
              check(false);
            } catch (TimeoutException e) {
              check(barrier.isBroken() && barrier.getNumberWaiting() == 0);
            }
          },
          () -> {
            try {
              barrier.await();
              check(false);
            } catch (BrokenBarrierException e) {
              check(barrier.isBroken());
            }
          });
    }
  }

  @Test
  void whoGivesUpBreaksTheBarrier() {
    Outcome outcome = Harness.explore(GivesUp.class);
    assertThat(outcome.findings()).isEmpty();
    assertThat(TraceClasses.of(GivesUp.class)).isEqualTo(outcome.executions());
  }

  /** A reset sends away those who wait; what comes later is a new barrier. */
  public static final class Reset {
    public static void main(String[] args) {
      CyclicBarrier barrier = new CyclicBarrier(2);
      Tasks.start(
          () -> {
            try {
              barrier.await();
              check(false);
            } catch (BrokenBarrierException e) {
              check(!barrier.isBroken());
            }
          },
          barrier::reset);
    }
  }

  @Test
  void aResetSendsAwayThoseWhoWait() {
    Outcome outcome = Harness.explore(Reset.class);
    assertThat(outcome.executions()).isEqualTo(2);
    assertThat(outcome.deadlocks()).isEqualTo(1);
    assertThat(outcome.findings()).hasSize(1);
    assertThat(TraceClasses.of(Reset.class)).isEqualTo(2);
  }

  /** Everything that one thread alone can tell. */
  public static final class Alone {
    public static void main(String[] args) throws Exception {
      CyclicBarrier single = new CyclicBarrier(1);
      check(single.await() == 0 && single.await(0, TimeUnit.SECONDS) == 0);
      CyclicBarrier barrier = new CyclicBarrier(2);
      check(barrier.getParties() == 2 && !barrier.isBroken() && barrier.getNumberWaiting() == 0);
      try {
        barrier.await(0, TimeUnit.SECONDS);
        check(false);
      } catch (TimeoutException e) {
        check(barrier.isBroken());
      }
      Thread.currentThread().interrupt();
      try {
        barrier.await();
        check(false);
      } catch (BrokenBarrierException e) {
        check(Thread.interrupted());
      }
      barrier.reset();
      check(!barrier.isBroken());
      Thread.currentThread().interrupt();
      try {
        barrier.await();
        check(false);
      } catch (InterruptedException e) {
        check(!Thread.interrupted() && barrier.isBroken());
      }
      try {
        new CyclicBarrier(0);
        check(false);
      } catch (IllegalArgumentException e) {
        check(e.getMessage() == null);
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
