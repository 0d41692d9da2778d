package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

final class ReentrantLockTest {
  /** Three threads, one of them in its critical section at a time. */
  public static final class Guarded {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int counter;

    public static void main(String[] args) throws Exception {
      Tasks.join(Tasks.start(Guarded::increment, Guarded::increment, Guarded::increment));
      check(counter == 3);
    }

    private static void increment() {
      LOCK.lock();
      try {
        LOCK.lock();
        check(LOCK.getHoldCount() == 2);
        counter++;
        LOCK.unlock();
      } finally {
        LOCK.unlock();
      }
      check(!LOCK.isHeldByCurrentThread());
    }
  }

  private static final String GUARDED =
      """
      lock m
      thread t[3] {
        lock m; lock m
        unlock m; unlock m
      }
      """;

  @Test
  void aLockLetsOneThreadInAtATime() {
    Outcome outcome = Harness.explore(Guarded.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(GUARDED)).isEqualTo(6);
  }

  /** Each thread has a lock of its own. */
  public static final class Separate {
    private static int counter;

    public static void main(String[] args) throws Exception {
      Tasks.join(Tasks.start(Separate::increment, Separate::increment));
    }

    private static void increment() {
      ReentrantLock lock = new ReentrantLock();
      lock.lock();
      counter++;
      lock.unlock();
    }
  }

  @Test
  void twoLocksExcludeNobody() {
    assertThat(kinds(Harness.explore(Separate.class))).contains(FindingKind.DATA_RACE);
  }

  /** Two locks, taken in the same order or not. */
  public static final class Ordered {
    public static void main(String[] args) {
      ReentrantLock first = new ReentrantLock();
      ReentrantLock second = new ReentrantLock(true);
      boolean isSame = args.length > 0;
      Tasks.start(
          () -> take(first, second), () -> take(isSame ? first : second, isSame ? second : first));
    }

    private static void take(ReentrantLock first, ReentrantLock second) {
      first.lock();
      second.lock();
      second.unlock();
      first.unlock();
    }
  }

  private static String ordered(String first, String second) {
    return """
        lock a
        lock b
        thread t { lock a; lock b; unlock b; unlock a }
        thread u { lock %s; lock %s; unlock %s; unlock %s }
        """
        .formatted(first, second, second, first);
  }

  @Test
  void locksInOppositeOrdersDeadlock() {
    Outcome outcome = Harness.explore(Ordered.class);
    assertThat(kinds(outcome)).containsExactly(FindingKind.DEADLOCK);
    assertThat(outcome.findings().get(0).code()).isEqualTo("CLEW-DEADLOCK-CYCLE");
    assertThat(outcome.deadlocks()).isEqualTo(1);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(ordered("b", "a")));
  }

  @Test
  void locksInOneOrderDoNot() {
    Outcome outcome = Harness.explore(Ordered.class, "same");
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(ordered("a", "b")));
  }

  /** Tries; gives back what it got. */
  public static final class Tries {
    public static void main(String[] args) {
      ReentrantLock lock = new ReentrantLock();
      Tasks.start(
          () -> {
            if (lock.tryLock()) {
              check(lock.tryLock());
              lock.unlock();
              lock.unlock();
            }
          },
          () -> {
            if (lock.tryLock(0, TimeUnit.SECONDS)) {
              lock.unlock();
            }
          },
          () -> {
            lock.lock();
            lock.unlock();
          });
    }
  }

  private static final String TRIES =
      """
      lock m
      thread t[2] {
        r = trylock m
        if (r) { unlock m }
      }
      thread u { lock m; unlock m }
      """;

  @Test
  void triesSucceedOrFail() {
    Outcome outcome = Harness.explore(Tries.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(TRIES));
  }

  /** A thread that waits for a while only does not wait for one that never comes. */
  public static final class Patience {
    public static void main(String[] args) {
      ReentrantLock first = new ReentrantLock();
      ReentrantLock second = new ReentrantLock();
      Tasks.start(() -> take(first, second), () -> take(second, first));
    }

    private static void take(ReentrantLock first, ReentrantLock second)
        throws InterruptedException {
      first.lock();
      if (second.tryLock(1, TimeUnit.SECONDS)) {
        second.unlock();
      }
      first.unlock();
    }
  }

  private static final String PATIENCE =
      """
      lock a
      lock b
      thread t { lock a; r = lock b timed; if (r) { unlock b }; unlock a }
      thread u { lock b; r = lock a timed; if (r) { unlock a }; unlock b }
      """;

  @Test
  void aTimedTryGivesUpInsteadOfADeadlock() {
    Outcome outcome = Harness.explore(Patience.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(PATIENCE));
  }

  /** One who holds the lock interrupts one who wants it, and waits for its end. */
  public static final class Interrupted {
    private static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws Exception {
      boolean heeds = args.length == 0;
      LOCK.lock();
      Thread other =
          new Thread(
              () -> {
                try {
                  if (heeds) {
                    LOCK.lockInterruptibly();
                  } else {
                    LOCK.lock();
                  }
                  throw new AssertionError("acquired");
                } catch (InterruptedException e) {
                  check(!LOCK.isHeldByCurrentThread());
                }
              });
      other.start();
      other.interrupt();
      other.join();
      LOCK.unlock();
    }
  }

  @Test
  void anInterruptEndsAnInterruptibleLock() {
    assertThat(Harness.explore(Interrupted.class).verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
  }

  @Test
  void anInterruptDoesNotEndALock() {
    assertThat(kinds(Harness.explore(Interrupted.class, "lock")))
        .containsExactly(FindingKind.DEADLOCK);
  }

  /** Misuse, and what the JDK says to it. */
  public static final class Misuse {
    public static void main(String[] args) throws Exception {
      ReentrantLock lock = new ReentrantLock();
      try {
        lock.unlock();
        throw new AssertionError("unlocked");
      } catch (IllegalMonitorStateException e) {
        check(lock.toString().endsWith("[Unlocked]"));
      }
      Thread other = Tasks.thread(lock::lock);
      other.start();
      other.join();
      check(lock.isLocked());
      check(lock.toString().endsWith("[Locked by thread " + other.getName() + "]"));
      lock.unlock();
    }
  }

  @Test
  void onlyTheHolderUnlocks() {
    Outcome outcome = Harness.explore(Misuse.class);
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).message()).contains("IllegalMonitorStateException");
  }

  /** Asks whether a lock is held, which is true while another thread holds it. */
  public static final class Asks {
    public static void main(String[] args) {
      ReentrantLock lock = new ReentrantLock();
      Tasks.start(
          () -> {
            lock.lock();
            lock.unlock();
          },
          () -> {
            lock.lock();
            lock.unlock();
          },
          lock::isLocked,
          () -> lock.tryLock());
    }
  }

  @Test
  void askingIsReading() {
    assertThat(ClassesByDefinition.compared(Long.MAX_VALUE, Asks.class)).isPositive();
  }

  /** Looks whether another thread waits for the lock; with an argument it relies on that. */
  public static final class Queue {
    public static void main(String[] args) throws Exception {
      ReentrantLock lock = new ReentrantLock();
      lock.lock();
      Thread other =
          Tasks.thread(
              () -> {
                lock.lock();
                lock.unlock();
              });
      other.start();
      boolean isSeen = lock.hasQueuedThread(other);
      check(isSeen || args.length == 0);
      if (isSeen) {
        check(lock.hasQueuedThreads() && lock.getQueueLength() == 1);
      }
      lock.unlock();
      other.join();
      check(!lock.hasQueuedThreads());
    }
  }

  @Test
  void aQueueIsSeenFullAndEmpty() {
    assertThat(Harness.explore(Queue.class).verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(kinds(Harness.explore(Queue.class, "always"))).contains(FindingKind.ASSERTION);
    assertThat(ClassesByDefinition.compared(Long.MAX_VALUE, Queue.class)).isPositive();
  }

  private static List<FindingKind> kinds(Outcome outcome) {
    List<FindingKind> kinds = new ArrayList<>();
    for (Finding finding : outcome.findings()) {
      kinds.add(finding.kind());
    }
    return kinds;
  }
}
