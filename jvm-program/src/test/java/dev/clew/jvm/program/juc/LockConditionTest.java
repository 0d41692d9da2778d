package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Test;

final class LockConditionTest {
  /** A place for one thing. The argument says what kind of lock guards it, and what is wrong. */
  public static final class Slot {
    private final Lock lock;
    private final Condition changed;
    private final boolean signalsOne;
    private boolean isFull;

    private Slot(String kind) {
      lock =
          kind.startsWith("write") ? new ReentrantReadWriteLock().writeLock() : new ReentrantLock();
      changed = lock.newCondition();
      signalsOne = kind.endsWith("one");
    }

    public static void main(String[] args) {
      Slot slot = new Slot(args[0]);
      Tasks.start(slot::put, slot::put, slot::take, slot::take);
    }

    private void put() throws InterruptedException {
      change(true);
    }

    private void take() throws InterruptedException {
      change(false);
    }

    private void change(boolean fill) throws InterruptedException {
      lock.lock();
      try {
        while (isFull == fill) {
          changed.await();
        }
        isFull = fill;
        if (signalsOne) {
          changed.signal();
        } else {
          changed.signalAll();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private static String slot(String notify) {
    String change =
        """
          lock m
          r = full
          while (r == %d) {
            wait c m
            r = full
          }
          full = %d
          %s c
          unlock m
        """;
    return """
        lock m
        condition c
        atomic full = 0
        thread put[2] {
        %s
        }
        thread take[2] {
        %s
        }
        """
        .formatted(change.formatted(1, 1, notify), change.formatted(0, 0, notify));
  }

  @Test
  void signalAllWakesWhoCanGoOn() {
    Outcome outcome = Harness.explore(Slot.class, "mutex all");
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(slot("notifyall")));
  }

  @Test
  void signalMayWakeTheWrongOne() {
    Outcome outcome = Harness.explore(Slot.class, "mutex one");
    assertThat(outcome.findings()).anyMatch(each -> each.kind() == FindingKind.DEADLOCK);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(slot("signal")));
  }

  @Test
  void aWriteLockThatNobodyReadsIsAMutex() {
    Outcome outcome = Harness.explore(Slot.class, "write all");
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(slot("notifyall")));
  }

  @Test
  void aWriteLockHasTheSameMistakes() {
    Outcome outcome = Harness.explore(Slot.class, "write one");
    assertThat(outcome.findings()).anyMatch(each -> each.kind() == FindingKind.DEADLOCK);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(slot("signal")));
  }

  /** Somebody waits for a signal that came before. */
  public static final class Lost {
    public static void main(String[] args) {
      ReentrantLock lock = new ReentrantLock();
      Condition condition = lock.newCondition();
      Tasks.start(
          () -> {
            lock.lock();
            condition.await();
            lock.unlock();
          },
          () -> {
            lock.lock();
            condition.signal();
            lock.unlock();
          });
    }
  }

  @Test
  void aSignalToNobodyIsLost() {
    Outcome outcome = Harness.explore(Lost.class);
    assertThat(outcome.executions()).isEqualTo(2);
    assertThat(outcome.deadlocks()).isEqualTo(1);
  }

  /** Waits that end by themselves; the result says why. */
  public static final class Timed {
    public static void main(String[] args) {
      ReentrantLock lock = new ReentrantLock();
      Condition condition = lock.newCondition();
      Tasks.start(
          () -> {
            lock.lock();
            lock.lock();
            long left = condition.awaitNanos(1000);
            check(left == 1000 || left == 0);
            check(lock.getHoldCount() == 2);
          },
          () -> {
            lock.lock();
            condition.signal();
            lock.unlock();
          });
    }
  }

  private static final String TIMED =
      """
      lock m
      condition c
      thread t { lock m; wait c m timed }
      thread u { lock m; notify c; unlock m }
      """;

  @Test
  void aTimedWaitEnds() {
    Outcome outcome = Harness.explore(Timed.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(TIMED));
  }

  /** All ways to wait for some time, with nobody else there. */
  public static final class Alone {
    public static void main(String[] args) throws Exception {
      ReentrantLock lock = new ReentrantLock();
      Condition condition = lock.newCondition();
      lock.lock();
      check(condition.awaitNanos(1000) <= 0);
      check(condition.awaitNanos(-5) == -5);
      check(!condition.await(1, TimeUnit.SECONDS));
      check(!condition.await(0, TimeUnit.SECONDS));
      check(!condition.awaitUntil(new Date(0)));
      check(!condition.awaitUntil(new Date(System.currentTimeMillis() + 1000)));
      condition.signal();
      condition.signalAll();
      check(lock.isHeldByCurrentThread());
      Thread.currentThread().interrupt();
      try {
        condition.awaitNanos(1000);
        throw new AssertionError("not interrupted");
      } catch (InterruptedException e) {
        check(!Thread.currentThread().isInterrupted());
      }
    }
  }

  @Test
  void waitingAloneTimesOut() {
    Outcome outcome = Harness.explore(Alone.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(1);
  }

  /** While one thread waits for no time at all, others may take the lock. */
  public static final class Moment {
    private static boolean isDone;

    public static void main(String[] args) {
      ReentrantLock lock = new ReentrantLock();
      Condition condition = lock.newCondition();
      Tasks.start(
          () -> {
            lock.lock();
            boolean wasDone = isDone;
            condition.await(0, TimeUnit.SECONDS);
            boolean isStillSo = wasDone == isDone;
            lock.unlock();
            check(isStillSo);
          },
          () -> {
            lock.lock();
            isDone = true;
            lock.unlock();
          });
    }
  }

  @Test
  void aWaitForNoTimeGivesTheLockBack() {
    Outcome outcome = Harness.explore(Moment.class);
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).kind()).isEqualTo(FindingKind.ASSERTION);
    assertThat(outcome.executions()).isEqualTo(3);
  }

  /** A waiter is interrupted, or signalled, or both. */
  public static final class Interrupted {
    public static void main(String[] args) {
      ReentrantReadWriteLock both = new ReentrantReadWriteLock();
      Lock lock = args[0].equals("write") ? both.writeLock() : new ReentrantLock();
      Condition condition = lock.newCondition();
      Thread waiter =
          Tasks.thread(
              () -> {
                lock.lock();
                try {
                  condition.await();
                } catch (InterruptedException e) {
                  check(!Thread.currentThread().isInterrupted());
                }
                lock.unlock();
              });
      waiter.start();
      waiter.interrupt();
      lock.lock();
      condition.signal();
      lock.unlock();
    }
  }

  private static final String INTERRUPTED =
      """
      lock m
      condition c
      thread waiter {
        lock m
        r = interrupted
        if (!r) { wait c m }
        unlock m
      }
      thread main {
        start waiter
        interrupt waiter
        lock m; notify c; unlock m
      }
      """;

  @Test
  void anInterruptEndsAWait() {
    Outcome outcome = Harness.explore(Interrupted.class, "mutex");
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(INTERRUPTED));
    Outcome writing = Harness.explore(Interrupted.class, "write");
    assertThat(writing.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(writing.executions()).isEqualTo(outcome.executions());
  }

  /** A waiter that does not heed interrupts. */
  public static final class Stubborn {
    public static void main(String[] args) {
      ReentrantReadWriteLock both = new ReentrantReadWriteLock();
      Lock lock = args[0].equals("write") ? both.writeLock() : new ReentrantLock();
      Condition condition = lock.newCondition();
      Thread waiter =
          new Thread(
              () -> {
                lock.lock();
                condition.awaitUninterruptibly();
                lock.unlock();
                check(Thread.currentThread().isInterrupted());
              });
      waiter.start();
      waiter.interrupt();
      lock.lock();
      condition.signal();
      lock.unlock();
    }
  }

  @Test
  void anInterruptDoesNotEndAnUninterruptibleWait() {
    for (String kind : new String[] {"mutex", "write"}) {
      Outcome outcome = Harness.explore(Stubborn.class, kind);
      assertThat(outcome.findings()).hasSize(1);
      assertThat(outcome.findings().get(0).kind()).isEqualTo(FindingKind.DEADLOCK);
      assertThat(ClassesByDefinition.compared(Long.MAX_VALUE, Stubborn.class, kind))
          .isEqualTo((int) outcome.executions());
    }
  }

  /** Misuse, and what the JDK says to it. */
  public static final class Misuse {
    public static void main(String[] args) throws Exception {
      ReentrantLock lock = new ReentrantLock();
      ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
      Condition condition = lock.newCondition();
      fails(IllegalMonitorStateException.class, condition::await);
      fails(IllegalMonitorStateException.class, condition::signal);
      fails(IllegalMonitorStateException.class, condition::signalAll);
      fails(IllegalMonitorStateException.class, readWrite.writeLock().newCondition()::signal);
      Lock readLock = readWrite.readLock();
      fails(UnsupportedOperationException.class, readLock::newCondition);
      fails(IllegalMonitorStateException.class, () -> lock.hasWaiters(condition));
      fails(IllegalArgumentException.class, () -> new ReentrantLock().hasWaiters(condition));
      fails(IllegalArgumentException.class, () -> readWrite.hasWaiters(condition));
      fails(NullPointerException.class, () -> lock.hasWaiters(null));
      lock.lock();
      check(!lock.hasWaiters(condition) && lock.getWaitQueueLength(condition) == 0);
    }

    private static void fails(Class<?> expected, Tasks.Task task) {
      try {
        task.run();
      } catch (Exception e) {
        check(expected.isInstance(e));
        return;
      }
      throw new AssertionError("no " + expected);
    }
  }

  @Test
  void onlyTheHolderWaitsAndSignals() {
    assertThat(Harness.explore(Misuse.class).verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
  }

  /** Asks how many threads wait. */
  public static final class Waiters {
    public static void main(String[] args) {
      ReentrantLock lock = new ReentrantLock();
      Condition condition = lock.newCondition();
      Tasks.Task waits =
          () -> {
            lock.lock();
            condition.await();
            lock.unlock();
          };
      Tasks.start(
          waits,
          waits,
          () -> {
            lock.lock();
            check(lock.getWaitQueueLength(condition) < 2);
            condition.signalAll();
            lock.unlock();
          });
    }
  }

  @Test
  void waitersAreCounted() {
    assertThat(Harness.explore(Waiters.class).findings())
        .anyMatch(each -> each.kind() == FindingKind.ASSERTION);
  }
}
