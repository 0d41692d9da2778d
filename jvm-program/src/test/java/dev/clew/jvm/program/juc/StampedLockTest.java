package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.Test;

final class StampedLockTest {
  /** Two values that belong together, guarded by a lock or by a view of it. */
  public static final class Pair {
    private static final StampedLock LOCK = new StampedLock();
    private static int left;
    private static int right;

    public static void main(String[] args) {
      if (args.length == 0) {
        Tasks.start(Pair::read, Pair::read, Pair::write, Pair::write);
      } else {
        Tasks.start(Pair::readView, Pair::readView, Pair::writeView, Pair::writeView);
      }
    }

    private static void read() {
      long stamp = LOCK.readLock();
      check(left == right);
      LOCK.unlockRead(stamp);
    }

    private static void write() {
      long stamp = LOCK.writeLock();
      left++;
      right++;
      LOCK.unlock(stamp);
    }

    private static void readView() {
      Lock view = LOCK.asReadLock();
      view.lock();
      check(left == right);
      view.unlock();
    }

    private static void writeView() {
      Lock view = LOCK.asReadWriteLock().writeLock();
      view.lock();
      left++;
      right++;
      view.unlock();
    }
  }

  private static final String PAIR =
      """
      rwlock rw
      thread r[2] { readlock rw; readunlock rw }
      thread w[2] { writelock rw; writeunlock rw }
      """;

  @Test
  void writersExcludeAllReadersOnlyWriters() {
    for (String[] arguments : new String[][] {{}, {"view"}}) {
      Outcome outcome = Harness.explore(Pair.class, arguments);
      assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
      assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(PAIR));
    }
  }

  /** Reads without a lock; with an argument it does not look whether that was valid. */
  public static final class Optimistic {
    private static final StampedLock LOCK = new StampedLock();
    private static int left;
    private static int right;

    public static void main(String[] args) {
      boolean isCareless = args.length > 0;
      Tasks.start(isCareless ? Optimistic::readCarelessly : Optimistic::read, Optimistic::write);
    }

    private static void read() {
      long stamp = LOCK.tryOptimisticRead();
      int first = left;
      int second = right;
      if (!LOCK.validate(stamp)) {
        stamp = LOCK.readLock();
        first = left;
        second = right;
        LOCK.unlockRead(stamp);
      }
      check(first == second);
    }

    private static void readCarelessly() {
      LOCK.tryOptimisticRead();
      check(left == right);
    }

    private static void write() {
      long stamp = LOCK.writeLock();
      left++;
      right++;
      LOCK.unlockWrite(stamp);
    }
  }

  @Test
  void aReadThatIsValidatedIsConsistent() {
    Outcome outcome = Harness.explore(Optimistic.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(ClassesByDefinition.compared(Long.MAX_VALUE, Optimistic.class))
        .isEqualTo((int) outcome.executions());
  }

  @Test
  void aReadThatIsNotValidatedMayNotBe() {
    assertThat(Harness.explore(Optimistic.class, "careless").findings())
        .anyMatch(each -> each.kind() == FindingKind.ASSERTION);
  }

  /** Looks first, and writes only if it must. */
  public static final class Converts {
    private static int value;

    public static void main(String[] args) throws Exception {
      StampedLock lock = new StampedLock();
      boolean isCareless = args.length > 0;
      Tasks.Task task =
          () -> {
            long stamp = lock.readLock();
            try {
              while (value < 2) {
                long converted = lock.tryConvertToWriteLock(stamp);
                if (converted != 0) {
                  stamp = converted;
                  value++;
                  break;
                }
                lock.unlockRead(stamp);
                stamp = lock.writeLock();
                if (isCareless) {
                  value++;
                  break;
                }
              }
            } finally {
              lock.unlock(stamp);
            }
          };
      Tasks.join(Tasks.start(task, task, task));
      check(value == 2);
    }
  }

  @Test
  void aReaderThatIsAloneCanBecomeAWriter() {
    assertThat(Harness.explore(Converts.class).verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
  }

  @Test
  void whoGaveTheLockBackMustLookAgain() {
    assertThat(Harness.explore(Converts.class, "careless").findings())
        .anyMatch(each -> each.kind() == FindingKind.ASSERTION);
  }

  /** A thread that acquires again what it holds; others look on. */
  public static final class Again {
    public static void main(String[] args) {
      StampedLock lock = new StampedLock();
      Tasks.start(
          () -> {
            lock.writeLock();
            lock.readLock();
          },
          () -> lock.validate(lock.tryOptimisticRead()),
          lock::tryReadLock);
    }
  }

  @Test
  void aWriterThatWantsToReadWaitsForItself() {
    Outcome outcome = Harness.explore(Again.class);
    assertThat(outcome.findings()).anyMatch(each -> each.code().equals("CLEW-DEADLOCK-CYCLE"));
    assertThat(ClassesByDefinition.compared(Long.MAX_VALUE, Again.class))
        .isEqualTo((int) outcome.executions());
  }

  /** Everything that one thread can ask and do; stamps are as in the JDK. */
  public static final class Alone {
    public static void main(String[] args) throws Exception {
      StampedLock lock = new StampedLock();
      long optimistic = lock.tryOptimisticRead();
      check(optimistic == 256 && lock.validate(optimistic));
      check(StampedLock.isOptimisticReadStamp(optimistic));
      long read = lock.readLock();
      check(read == 257 && StampedLock.isReadLockStamp(read));
      check(lock.isReadLocked() && lock.getReadLockCount() == 1 && !lock.isWriteLocked());
      check(lock.tryWriteLock() == 0 && lock.tryWriteLock(1, TimeUnit.SECONDS) == 0);
      check(lock.toString().endsWith("[Read-locks:1]"));
      long write = lock.tryConvertToWriteLock(read);
      check(write == 384 && StampedLock.isWriteLockStamp(write));
      check(!lock.validate(optimistic) && lock.tryOptimisticRead() == 0);
      check(lock.validate(write) && lock.isWriteLocked() && lock.getReadLockCount() == 0);
      check(lock.tryReadLock() == 0 && lock.tryReadLock(1, TimeUnit.SECONDS) == 0);
      check(lock.toString().endsWith("[Write-locked]"));
      check(lock.tryConvertToWriteLock(write) == write);
      read = lock.tryConvertToReadLock(write);
      check(read == 513 && lock.tryConvertToReadLock(read) == read);
      optimistic = lock.tryConvertToOptimisticRead(read);
      check(optimistic == 512 && lock.tryConvertToOptimisticRead(optimistic) == optimistic);
      check(lock.toString().endsWith("[Unlocked]"));
      check(!lock.tryUnlockRead() && !lock.tryUnlockWrite());
      check(lock.tryConvertToReadLock(256) == 0 && lock.tryConvertToWriteLock(256) == 0);
      write = lock.tryConvertToWriteLock(optimistic);
      check(write == 640 && lock.tryConvertToOptimisticRead(write) == 768);
      read = lock.readLockInterruptibly();
      check(lock.tryUnlockRead());
      fails(lock, read);
      write = lock.writeLockInterruptibly();
      check(lock.tryUnlockWrite());
      fails(lock, write);
      fails(lock, 768);
      Thread.currentThread().interrupt();
      try {
        lock.tryReadLock(1, TimeUnit.SECONDS);
        throw new AssertionError("not interrupted");
      } catch (InterruptedException e) {
        check(!lock.isReadLocked());
      }
    }

    private static void fails(StampedLock lock, long stamp) {
      try {
        lock.unlock(stamp);
      } catch (IllegalMonitorStateException e) {
        return;
      }
      throw new AssertionError("unlocked");
    }
  }

  @Test
  void stampsAreThoseOfTheJdk() {
    Outcome outcome = Harness.explore(Alone.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(1);
  }

  /** One thread gives back what another one acquired. */
  public static final class Handover {
    private static volatile long stamp;

    public static void main(String[] args) throws Exception {
      StampedLock lock = new StampedLock();
      Thread other = Tasks.thread(() -> stamp = lock.writeLock());
      other.start();
      other.join();
      Tasks.start(() -> lock.unlockWrite(stamp), lock::readLock, lock::tryOptimisticRead);
    }
  }

  @Test
  void aStampKnowsNoOwner() {
    Outcome outcome = Harness.explore(Handover.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(ClassesByDefinition.compared(Long.MAX_VALUE, Handover.class))
        .isEqualTo((int) outcome.executions());
  }
}
