package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Explored.classesOf;
import static dev.clew.jvm.program.juc.Explored.finds;
import static dev.clew.jvm.program.juc.Tasks.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

final class PhaserTest {
  /** Two threads, each needs what the other one did in the phase before. */
  public static final class TwoPhases {
    private static int left;
    private static int right;

    public static void main(String[] args) {
      Phaser phaser = new Phaser(2);
      Tasks.start(
          () -> {
            left = 1;
            phaser.arriveAndAwaitAdvance();
            check(right == 1);
          });
      right = 1;
      check(phaser.arriveAndAwaitAdvance() == 1);
      check(left == 1);
    }
  }

  /** The same, but one does not wait. */
  public static final class OneDoesNotWait {
    private static int left;

    public static void main(String[] args) {
      Phaser phaser = new Phaser(2);
      Tasks.start(
          () -> {
            left = 1;
            phaser.arriveAndAwaitAdvance();
          });
      phaser.arrive();
      check(left == 1);
    }
  }

  @Test
  void aPhaserIsABarrier() {
    assertThat(classesOf(TwoPhases.class)).isEqualTo(2);
    finds(OneDoesNotWait.class, FindingKind.DATA_RACE);
  }

  /** Waits for threads that register themselves: perhaps too late. */
  public static final class RegisteredLate {
    public static void main(String[] args) {
      work(false);
    }

    private static void work(boolean isEarly) {
      Phaser phaser = new Phaser(1);
      int[] done = new int[1];
      if (isEarly) {
        phaser.register();
      }
      Tasks.start(
          () -> {
            if (!isEarly) {
              phaser.register();
            }
            synchronized (done) {
              done[0]++;
            }
            phaser.arriveAndDeregister();
          });
      phaser.arriveAndAwaitAdvance();
      synchronized (done) {
        check(done[0] == 1);
      }
    }
  }

  /** Registers them before they start. */
  public static final class RegisteredInTime {
    public static void main(String[] args) {
      RegisteredLate.work(true);
    }
  }

  @Test
  void whoRegistersLateIsNotWaitedFor() {
    finds(RegisteredLate.class, FindingKind.ASSERTION);
    assertThat(classesOf(RegisteredInTime.class)).isEqualTo(2);
  }

  /** Two threads go on until the phaser says that it is over. */
  public static final class Rounds {
    private static int rounds;

    public static void main(String[] args) throws Exception {
      Phaser phaser =
          new Phaser(2) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
              rounds++;
              check(getArrivedParties() == 2 && parties == 2);
              return phase == 1;
            }
          };
      Tasks.join(Tasks.start(() -> run(phaser), () -> run(phaser)));
      check(phaser.isTerminated() && rounds == 2);
      check(phaser.arrive() < 0 && phaser.register() < 0 && phaser.awaitAdvance(0) < 0);
    }

    private static void run(Phaser phaser) {
      while (!phaser.isTerminated()) {
        phaser.arriveAndAwaitAdvance();
      }
    }
  }

  @Test
  void theProgramDecidesWhenItIsOver() {
    assertThat(classesOf(Rounds.class)).isPositive();
  }

  /** Two phasers below another one. */
  public static final class Tiers {
    public static void main(String[] args) throws Exception {
      Phaser root = new Phaser();
      Phaser left = new Phaser(root, 1);
      Phaser right = new Phaser(root);
      check(right.getParent() == root && right.getRoot() == root);
      check(root.getRegisteredParties() == 1);
      right.register();
      check(root.getRegisteredParties() == 2 && root.getUnarrivedParties() == 2);
      Thread[] threads =
          Tasks.start(
              () -> check(left.arriveAndAwaitAdvance() == 1),
              () -> check(right.arriveAndAwaitAdvance() == 1));
      Tasks.join(threads);
      check(root.getPhase() == 1 && left.getPhase() == 1 && right.getUnarrivedParties() == 1);
      check(left.arriveAndDeregister() == 1 && root.getRegisteredParties() == 1);
      right.arriveAndDeregister();
      check(root.isTerminated() && left.isTerminated());
    }
  }

  @Test
  void phasersHaveParents() {
    assertThat(classesOf(Tiers.class)).isEqualTo(2);
  }

  /** Times, interrupts and errors. */
  public static final class Waits {
    public static void main(String[] args) throws Exception {
      Phaser phaser = new Phaser(1);
      try {
        phaser.awaitAdvanceInterruptibly(0, 1, TimeUnit.SECONDS);
        check(false);
      } catch (TimeoutException e) {
        check(phaser.getPhase() == 0);
      }
      Thread waiter =
          Tasks.thread(
              () -> {
                try {
                  phaser.awaitAdvanceInterruptibly(0);
                  check(false);
                } catch (InterruptedException e) {
                  check(phaser.getArrivedParties() == 0);
                }
              });
      waiter.start();
      waiter.interrupt();
      waiter.join();
      check(phaser.arrive() == 0 && phaser.awaitAdvance(0) == 1);
      check(phaser.bulkRegister(2) == 1 && phaser.getRegisteredParties() == 3);
      phaser.arriveAndDeregister();
      phaser.arriveAndDeregister();
      phaser.arriveAndDeregister();
      check(phaser.isTerminated());
      Phaser empty = new Phaser();
      try {
        empty.arrive();
        check(false);
      } catch (IllegalStateException e) {
        check(e.toString().contains("unregistered"));
      }
      empty.forceTermination();
      check(empty.isTerminated() && empty.toString().contains("parties = 0"));
    }
  }

  @Test
  void waitsEnd() {
    assertThat(classesOf(Waits.class)).isEqualTo(2);
  }
}
