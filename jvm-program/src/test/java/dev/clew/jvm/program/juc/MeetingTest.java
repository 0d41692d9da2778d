package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Explored.classesOf;
import static dev.clew.jvm.program.juc.Explored.finds;
import static dev.clew.jvm.program.juc.Tasks.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import dev.clew.jvm.program.Harness;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Threads that hand something to each other: queues without room, transfers, exchangers. */
final class MeetingTest {
  // --- queues without room

  /** Offers something, perhaps before anybody wants it. */
  public static final class Offered {
    public static void main(String[] args) throws Exception {
      SynchronousQueue<Integer> queue = new SynchronousQueue<>();
      Tasks.start(() -> queue.offer(1));
      check(queue.take() == 1);
    }
  }

  /** Waits for whom it is for. */
  public static final class Put {
    private static int content;

    public static void main(String[] args) throws Exception {
      SynchronousQueue<Integer> queue = new SynchronousQueue<>(args[0].equals("fair"));
      Thread[] threads =
          Tasks.start(
              () -> {
                content = 1;
                queue.put(1);
              });
      check(queue.take() == 1 && content == 1);
      Tasks.join(threads);
      check(queue.isEmpty() && queue.poll() == null && !queue.offer(2));
      check(queue.poll(1, TimeUnit.SECONDS) == null && !queue.offer(2, 1, TimeUnit.SECONDS));
    }
  }

  @Test
  void anOfferThatDoesNotWaitCanBeLost() {
    finds(Offered.class, FindingKind.DEADLOCK);
    assertThat(classesOf(Put.class, "fair")).isEqualTo(2);
    assertThat(classesOf(Put.class, "unfair")).isEqualTo(2);
  }

  /** Two that give, one after the other, and one that takes both. */
  public static final class Served {
    public static void main(String[] args) throws Exception {
      SynchronousQueue<Integer> queue = new SynchronousQueue<>(true);
      List<Integer> taken = new ArrayList<>();
      Tasks.start(() -> queue.put(1), () -> queue.put(2));
      taken.add(queue.take());
      taken.add(queue.take());
      check(taken.equals(List.of(1, 2)));
    }
  }

  @Test
  void whoComesFirstIsServedFirst() {
    finds(Served.class, FindingKind.ASSERTION);
  }

  // --- transfers

  /** What is true once a transfer is over is not true after a put. */
  public static final class Transferred {
    public static void main(String[] args) throws Exception {
      LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
      Tasks.start(
          () -> {
            if (args[0].equals("transfer")) {
              queue.transfer(1);
            } else {
              queue.put(1);
            }
            check(queue.isEmpty());
          });
      check(queue.take() == 1);
    }
  }

  /** Times and interrupts. */
  public static final class NotTransferred {
    public static void main(String[] args) throws Exception {
      LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>(List.of(1));
      check(queue.take() == 1);
      check(!queue.tryTransfer(2) && !queue.tryTransfer(2, 1, TimeUnit.SECONDS));
      check(queue.isEmpty() && !queue.hasWaitingConsumer());
      Thread giver =
          Tasks.thread(
              () -> {
                try {
                  queue.transfer(3);
                  check(false);
                } catch (InterruptedException e) {
                  check(queue.isEmpty());
                }
              });
      giver.start();
      giver.interrupt();
      giver.join();
    }
  }

  @Test
  void aTransferWaitsUntilItIsTaken() {
    assertThat(classesOf(Transferred.class, "transfer")).isEqualTo(2);
    assertThat(Harness.explore(Transferred.class, "put").findings())
        .extracting(each -> each.kind())
        .contains(FindingKind.ASSERTION);
    assertThat(classesOf(NotTransferred.class)).isPositive();
  }

  // --- exchangers

  /** Two threads exchange what they have. */
  public static final class Exchanged {
    public static void main(String[] args) throws Exception {
      Exchanger<int[]> exchanger = new Exchanger<>();
      Tasks.start(() -> check(exchanger.exchange(new int[] {1})[0] == 2));
      check(exchanger.exchange(new int[] {2})[0] == 1);
    }
  }

  /** Three threads: one is left alone. */
  public static final class LeftAlone {
    public static void main(String[] args) throws Exception {
      Exchanger<Integer> exchanger = new Exchanger<>();
      Tasks.start(
          () -> exchanger.exchange(1), () -> exchanger.exchange(2), () -> exchanger.exchange(3));
    }
  }

  /** The same, but not for ever. */
  public static final class LeftAloneForAWhile {
    public static void main(String[] args) throws Exception {
      Exchanger<Integer> exchanger = new Exchanger<>();
      Integer[] got = new Integer[3];
      Tasks.Task[] tasks = new Tasks.Task[3];
      for (int i = 0; i < 3; i++) {
        int self = i;
        tasks[i] =
            () -> {
              try {
                got[self] = exchanger.exchange(self, 1, TimeUnit.SECONDS);
              } catch (TimeoutException e) {
                got[self] = self;
              }
            };
      }
      Tasks.join(Tasks.start(tasks));
      for (int i = 0; i < 3; i++) {
        check(got[got[i]] == i);
      }
    }
  }

  @Test
  void twoThreadsExchange() {
    assertThat(classesOf(Exchanged.class)).isEqualTo(2);
    finds(LeftAlone.class, FindingKind.DEADLOCK);
    assertThat(classesOf(LeftAloneForAWhile.class)).isEqualTo(6);
  }

  /** A thread that waits for another one is interrupted. */
  public static final class Interrupted {
    public static void main(String[] args) throws Exception {
      Exchanger<Integer> exchanger = new Exchanger<>();
      SynchronousQueue<Integer> queue = new SynchronousQueue<>();
      Thread waiter =
          Tasks.thread(
              () -> {
                try {
                  if (args[0].equals("exchange")) {
                    exchanger.exchange(1);
                  } else {
                    queue.put(1);
                  }
                  check(false);
                } catch (InterruptedException e) {
                  check(!Thread.interrupted());
                }
              });
      waiter.start();
      waiter.interrupt();
      waiter.join();
      check(queue.poll() == null);
    }
  }

  @Test
  void interruptsEndWaits() {
    assertThat(classesOf(Interrupted.class, "exchange")).isPositive();
    assertThat(classesOf(Interrupted.class, "put")).isPositive();
  }
}
