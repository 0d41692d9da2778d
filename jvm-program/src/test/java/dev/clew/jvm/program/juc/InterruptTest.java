package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Interrupts end operations that are blocked, before they begin and while they wait. */
final class InterruptTest {
  /** A permit that does not come. */
  public static final class Blocked {
    public static void main(String[] args) throws Exception {
      Semaphore semaphore = new Semaphore(0);
      Thread waiter =
          Tasks.thread(
              () -> {
                try {
                  semaphore.acquire();
                  check(false);
                } catch (InterruptedException e) {
                  check(!Thread.interrupted());
                }
              });
      waiter.start();
      waiter.interrupt();
      waiter.join();
    }
  }

  @Test
  void anInterruptEndsAnAcquisition() {
    Outcome outcome = Harness.explore(Blocked.class);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.executions()).isEqualTo(2);
    assertThat(TraceClasses.of(Blocked.class)).isEqualTo(2);
  }

  /** The main thread is one like others. */
  public static final class OfMain {
    public static void main(String[] args) throws Exception {
      Thread main = Thread.currentThread();
      Tasks.thread(main::interrupt).start();
      try {
        new Semaphore(0).acquire();
        check(false);
      } catch (InterruptedException e) {
        check(main.isAlive());
      }
    }
  }

  @Test
  void anInterruptReachesTheMainThread() {
    assertThat(Harness.explore(OfMain.class).findings()).isEmpty();
    assertThat(TraceClasses.of(OfMain.class)).isEqualTo(2);
  }

  /** A permit and an interrupt: either comes first. */
  public static final class Either {
    public static void main(String[] args) throws Exception {
      Semaphore semaphore = new Semaphore(0);
      AtomicInteger outcomes = new AtomicInteger();
      Thread waiter =
          Tasks.thread(
              () -> {
                try {
                  semaphore.acquire();
                  outcomes.set(Integer.parseInt(args[0]));
                } catch (InterruptedException e) {
                  outcomes.set(Integer.parseInt(args[1]));
                }
              });
      waiter.start();
      Tasks.join(Tasks.start(waiter::interrupt, semaphore::release));
      waiter.join();
      check(outcomes.get() == 1);
    }
  }

  @Test
  void aPermitAndAnInterruptComeInEitherOrder() {
    assertThat(Harness.explore(Either.class, "1", "1").findings()).isEmpty();
    assertThat(Harness.explore(Either.class, "1", "2").findings()).hasSize(1);
    assertThat(Harness.explore(Either.class, "2", "1").findings()).hasSize(1);
    TraceClasses.of(Either.class, "1", "1");
  }

  /** A permit that was there, if the interrupt had come later. */
  public static final class Taken {
    public static void main(String[] args) {
      Semaphore semaphore = new Semaphore(1);
      Thread waiter =
          Tasks.thread(
              () -> {
                try {
                  semaphore.acquire();
                } catch (InterruptedException e) {
                  semaphore.acquire();
                }
              });
      waiter.start();
      Tasks.start(semaphore::acquire);
      waiter.interrupt();
    }
  }

  @Test
  void anAcquisitionThatWasInterruptedCouldHaveComeFirst() {
    assertThat(TraceClasses.of(Taken.class)).isPositive();
  }

  /** A thread that joins is interrupted, or sees the end of the other one. */
  public static final class Join {
    public static void main(String[] args) {
      AtomicInteger outcomes = new AtomicInteger();
      Thread worker = Tasks.thread(() -> outcomes.addAndGet(1));
      Thread joiner =
          Tasks.thread(
              () -> {
                try {
                  worker.join();
                  check(args.length == 0);
                } catch (InterruptedException e) {
                  check(args.length == 1);
                }
              });
      worker.start();
      joiner.start();
      joiner.interrupt();
    }
  }

  @Test
  void aJoinEndsBothWays() {
    assertThat(Harness.explore(Join.class).findings()).hasSize(1);
    assertThat(Harness.explore(Join.class, "interrupted").findings()).hasSize(1);
    TraceClasses.of(Join.class);
  }

  /** Threads that wait at a latch; after some time they are told to stop, and do, in parallel. */
  public static final class StopAfterTimeout {
    private static final Object LEFT = new Object();
    private static final Object RIGHT = new Object();

    public static void main(String[] args) throws Exception {
      CountDownLatch never = new CountDownLatch(1);
      Thread[] threads =
          Tasks.start(() -> waitAndStop(never, LEFT, RIGHT), () -> waitAndStop(never, RIGHT, LEFT));
      threads[0].join(1_000);
      threads[0].interrupt();
      threads[1].interrupt();
    }

    private static void waitAndStop(CountDownLatch never, Object first, Object second) {
      try {
        never.await();
      } catch (InterruptedException e) {
        synchronized (first) {
          synchronized (second) {
            check(!Thread.interrupted());
          }
        }
      }
    }
  }

  @Test
  void whatInterruptedThreadsDoIsInterleavedAfterATimeoutToo() {
    Outcome outcome = Harness.explore(StopAfterTimeout.class);
    assertThat(outcome.findings()).anyMatch(each -> each.kind() == FindingKind.DEADLOCK);
    TraceClasses.of(StopAfterTimeout.class);
  }

  /** After some time a thread is interrupted, then gets what it waits for. */
  public static final class TooLateAfterTimeout {
    public static void main(String[] args) throws Exception {
      Semaphore semaphore = new Semaphore(0);
      Thread waiter =
          Tasks.thread(
              () -> {
                try {
                  semaphore.acquire();
                  check(args.length == 0);
                } catch (InterruptedException e) {
                  check(args.length == 1);
                }
              });
      waiter.start();
      waiter.join(1_000);
      waiter.interrupt();
      semaphore.release();
    }
  }

  @Test
  void afterATimeoutAPermitAndAnInterruptComeInEitherOrder() {
    assertThat(Harness.explore(TooLateAfterTimeout.class).findings()).hasSize(1);
    assertThat(Harness.explore(TooLateAfterTimeout.class, "interrupted").findings()).hasSize(1);
    TraceClasses.of(TooLateAfterTimeout.class);
  }

  /** A party is interrupted; the barrier breaks unless it was passed before. */
  public static final class Barrier {
    public static void main(String[] args) {
      CyclicBarrier barrier = new CyclicBarrier(2);
      Thread party =
          Tasks.thread(
              () -> {
                try {
                  barrier.await();
                } catch (InterruptedException e) {
                  check(!Thread.interrupted());
                  check(barrier.isBroken());
                }
              });
      party.start();
      Tasks.start(
          () -> {
            try {
              barrier.await();
            } catch (BrokenBarrierException e) {
              check(barrier.isBroken());
            }
          });
      party.interrupt();
    }
  }

  @Test
  void anInterruptedPartyBreaksTheBarrier() {
    Outcome outcome = Harness.explore(Barrier.class);
    assertThat(outcome.findings()).isEmpty();
    assertThat(TraceClasses.of(Barrier.class)).isEqualTo(outcome.executions());
  }

  /** Nobody interrupts this thread but itself; a join of a thread that has ended does not mind. */
  public static final class Itself {
    public static void main(String[] args) throws Exception {
      Thread other = Tasks.thread(() -> check(!Thread.interrupted()));
      other.start();
      other.join();
      Thread.currentThread().interrupt();
      other.join();
      check(Thread.currentThread().isInterrupted());
      try {
        Thread.currentThread().join();
        check(false);
      } catch (InterruptedException e) {
        check(!Thread.interrupted());
      }
    }
  }

  @Test
  void aThreadMayInterruptItself() {
    Outcome outcome = Harness.explore(Itself.class);
    assertThat(outcome.findings()).isEmpty();
    assertThat(TraceClasses.of(Itself.class)).isEqualTo(outcome.executions());
  }

  /** An interrupt that comes before the start has no effect. */
  public static final class BeforeStart {
    public static void main(String[] args) {
      Thread late = Tasks.thread(() -> check(Thread.interrupted() == (args.length == 0)));
      Tasks.start(late::interrupt);
      late.start();
    }
  }

  @Test
  void anInterruptComesBeforeAndAfterTheStart() {
    assertThat(Harness.explore(BeforeStart.class).findings()).hasSize(1);
    assertThat(Harness.explore(BeforeStart.class, "not").findings()).hasSize(1);
    assertThat(TraceClasses.of(BeforeStart.class)).isEqualTo(3);
  }
}
