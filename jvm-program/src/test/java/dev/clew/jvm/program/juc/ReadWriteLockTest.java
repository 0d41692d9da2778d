package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Test;

final class ReadWriteLockTest {
  /** Two values that belong together; with an argument the writer only takes the read lock. */
  public static final class Pair {
    private static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    private static int left;
    private static int right;

    public static void main(String[] args) {
      boolean isWrong = args.length > 0;
      Tasks.start(Pair::read, Pair::read, isWrong ? Pair::writeWrongly : Pair::write, Pair::write);
    }

    private static void read() {
      LOCK.readLock().lock();
      check(left == right);
      LOCK.readLock().unlock();
    }

    private static void write() {
      LOCK.writeLock().lock();
      left++;
      right++;
      LOCK.writeLock().unlock();
    }

    private static void writeWrongly() {
      LOCK.readLock().lock();
      left++;
      right++;
      LOCK.readLock().unlock();
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
    Outcome outcome = Harness.explore(Pair.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(PAIR));
  }

  @Test
  void readersDoNotExcludeEachOther() {
    assertThat(Harness.explore(Pair.class, "wrong").findings())
        .anyMatch(each -> each.kind() == FindingKind.DATA_RACE)
        .anyMatch(each -> each.kind() == FindingKind.ASSERTION);
  }

  /** The writer goes on as a reader, so nobody writes in between. */
  public static final class Downgrade {
    private static int value;

    public static void main(String[] args) {
      ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
      Tasks.Task task =
          () -> {
            lock.writeLock().lock();
            lock.writeLock().lock();
            int mine = ++value;
            lock.readLock().lock();
            lock.writeLock().unlock();
            check(lock.getWriteHoldCount() == 1);
            lock.writeLock().unlock();
            lock.readLock().lock();
            check(lock.getReadHoldCount() == 2);
            check(mine == value);
            lock.readLock().unlock();
            lock.readLock().unlock();
          };
      Tasks.start(task, task);
    }
  }

  private static final String DOWNGRADE =
      """
      rwlock rw
      thread t[2] {
        writelock rw; writelock rw
        readlock rw
        writeunlock rw; writeunlock rw
        readlock rw
        readunlock rw; readunlock rw
      }
      """;

  @Test
  void aWriterCanBecomeAReader() {
    Outcome outcome = Harness.explore(Downgrade.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(DOWNGRADE));
  }

  /** A reader wants to write, and keeps reading. */
  public static final class Upgrade {
    public static void main(String[] args) {
      ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
      lock.readLock().lock();
      lock.writeLock().lock();
    }
  }

  @Test
  void aReaderThatWantsToWriteWaitsForItself() {
    Outcome outcome = Harness.explore(Upgrade.class);
    assertThat(outcome.findings()).hasSize(1);
    Finding finding = outcome.findings().get(0);
    assertThat(finding.code()).isEqualTo("CLEW-DEADLOCK-CYCLE");
    assertThat(finding.message())
        .isEqualTo("main waits to write-lock ReentrantReadWriteLock, held by main");
  }

  /** All tries. */
  public static final class Tries {
    public static void main(String[] args) {
      ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
      Tasks.start(
          () -> {
            if (lock.readLock().tryLock()) {
              check(!lock.writeLock().tryLock());
              lock.readLock().unlock();
            }
          },
          () -> {
            if (lock.writeLock().tryLock()) {
              check(lock.readLock().tryLock(0, TimeUnit.SECONDS));
              lock.readLock().unlock();
              lock.writeLock().unlock();
            }
          },
          () -> {
            lock.readLock().lock();
            lock.readLock().unlock();
          });
    }
  }

  private static final String TRIES =
      """
      rwlock rw
      thread t {
        r = tryreadlock rw
        if (r) { s = trywritelock rw; readunlock rw }
      }
      thread u {
        r = trywritelock rw
        if (r) { s = tryreadlock rw; readunlock rw; writeunlock rw }
      }
      thread v { readlock rw; readunlock rw }
      """;

  @Test
  void triesSucceedOrFail() {
    Outcome outcome = Harness.explore(Tries.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(TRIES));
  }

  /** Two readers want to write, but not for ever. */
  public static final class Patience {
    public static void main(String[] args) {
      ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
      Tasks.Task task =
          () -> {
            lock.readLock().lock();
            check(!lock.writeLock().tryLock(1, TimeUnit.SECONDS));
            lock.readLock().unlock();
          };
      Tasks.start(
          task,
          () -> {
            lock.writeLock().lock();
            check(lock.readLock().tryLock(1, TimeUnit.SECONDS));
            lock.readLock().unlock();
            lock.writeLock().unlock();
          });
    }
  }

  private static final String PATIENCE =
      """
      rwlock rw
      thread t { readlock rw; r = writelock rw timed; readunlock rw }
      thread u { writelock rw; r = readlock rw timed; readunlock rw; writeunlock rw }
      """;

  @Test
  void aTimedTryGivesUp() {
    Outcome outcome = Harness.explore(Patience.class);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(TraceClasses.ofToy(PATIENCE));
  }

  /** Questions, and misuse with what the JDK says to it. */
  public static final class Questions {
    public static void main(String[] args) throws Exception {
      ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
      lock.readLock().lock();
      lock.readLock().lock();
      check(lock.getReadLockCount() == 2 && !lock.isWriteLocked());
      check(lock.toString().endsWith("[Write locks = 0, Read locks = 2]"));
      check(lock.readLock().toString().endsWith("[Read locks = 2]"));
      check(lock.writeLock().toString().endsWith("[Unlocked]"));
      lock.readLock().unlock();
      lock.readLock().unlock();
      try {
        lock.readLock().unlock();
        throw new AssertionError("unlocked");
      } catch (IllegalMonitorStateException e) {
        check(String.valueOf(e.getMessage()).startsWith("attempt to unlock read lock"));
      }
      Thread other = Tasks.thread(lock.writeLock()::lock);
      other.start();
      other.join();
      check(lock.isWriteLocked() && !lock.isWriteLockedByCurrentThread());
      check(lock.writeLock().toString().endsWith("[Locked by thread " + other.getName() + "]"));
      lock.writeLock().unlock();
    }
  }

  @Test
  void onlyTheHolderUnlocks() {
    Outcome outcome = Harness.explore(Questions.class);
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).message()).contains("IllegalMonitorStateException");
  }

  /** Asks while others read and write. */
  public static final class Asks {
    public static void main(String[] args) {
      ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
      Tasks.start(
          () -> {
            lock.readLock().lock();
            lock.readLock().unlock();
          },
          () -> {
            lock.writeLock().lock();
            lock.writeLock().unlock();
          },
          lock::getReadLockCount,
          lock::isWriteLocked);
    }
  }

  @Test
  void askingIsReading() {
    assertThat(ClassesByDefinition.compared(Long.MAX_VALUE, Asks.class)).isPositive();
  }

  /** A lock of a class of the program. */
  public static final class Own extends ReentrantReadWriteLock {
    private static final long serialVersionUID = 1;

    public static void main(String[] args) {
      Own lock = new Own();
      Tasks.start(
          () -> {
            lock.writeLock().lock();
            check(lock.isWriteLockedByCurrentThread());
            check(lock.getOwner() == Thread.currentThread());
            lock.writeLock().unlock();
          },
          lock.readLock()::lock);
    }
  }

  @Test
  void aSubclassIsTheSame() {
    Outcome outcome = Harness.explore(Own.class);
    assertThat(outcome.findings()).anyMatch(each -> each.kind() == FindingKind.DEADLOCK);
  }
}
