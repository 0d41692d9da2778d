package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Verdicts.fails;
import static dev.clew.jvm.program.juc.Verdicts.finds;
import static dev.clew.jvm.program.juc.Verdicts.verified;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that wait by looking again and again. */
class SpinTest {
  /** Somebody sets a flag, and another thread looks for it in one way or another. */
  static final class Flags {
    private static volatile boolean flag;

    public static void main(String[] args) throws InterruptedException {
      if (args.length == 1) {
        new Thread(() -> flag = true).start();
      }
      switch (args[0]) {
        case "empty" -> {
          while (!flag) {}
        }
        case "hint" -> {
          while (!flag) {
            Thread.onSpinWait();
          }
        }
        case "yield" -> {
          while (!flag) {
            Thread.yield();
          }
        }
        case "sleep" -> {
          while (!flag) {
            Thread.sleep(1);
          }
        }
        case "method" -> {
          while (!isSet()) {}
        }
        case "local" -> {
          boolean found = false;
          while (!found) {
            found = flag;
          }
        }
        case "unusedCount" -> {
          int rounds = 0;
          while (!flag) {
            rounds++;
          }
        }
        default -> throw new IllegalArgumentException(args[0]);
      }
    }

    private static boolean isSet() {
      return flag;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"empty", "hint", "yield", "sleep", "method", "local", "unusedCount"})
  void aFlagThatIsSetEndsTheWait(String way) {
    assertThat(verified(Flags.class, way)).isEqualTo(2);
    assertLivelock(Flags.class, way, "nobody sets it");
  }

  private static void assertLivelock(Class<?> program, String... arguments) {
    Outcome outcome = Harness.explore(program, arguments);
    assertThat(outcome.findings()).isNotEmpty();
    assertThat(outcome.findings()).allMatch(each -> each.kind() == FindingKind.LIVELOCK);
  }

  /** Who offers something to a queue without room until somebody takes it. */
  static final class Offers {
    private static final SynchronousQueue<String> queue = new SynchronousQueue<>();

    public static void main(String[] args) throws InterruptedException {
      Thread taker = new Thread(Offers::take);
      if (args.length == 0) {
        taker.start();
      }
      while (!queue.offer("work")) {
        Thread.yield();
      }
      taker.join();
    }

    private static void take() {
      try {
        queue.take();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void anOfferThatNobodyTakesChangesNothing() {
    assertThat(verified(Offers.class)).isEqualTo(2);
    assertLivelock(Offers.class, "nobody takes it");
  }

  /** A flag that is not volatile: to look for it is a data race, whatever it finds. */
  static final class PlainFlag {
    private static boolean flag;

    public static void main(String[] args) {
      new Thread(() -> flag = true).start();
      while (!flag) {}
    }
  }

  @Test
  void aPlainFlagIsARace() {
    Outcome outcome = Harness.explore(PlainFlag.class);
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).kind()).isEqualTo(FindingKind.DATA_RACE);
    assertThat(outcome.executions()).isEqualTo(2);
  }

  /** Locks of one's own. */
  static final class SpinLocks {
    private static final AtomicBoolean isLocked = new AtomicBoolean();
    private static final AtomicInteger next = new AtomicInteger();
    private static final AtomicInteger served = new AtomicInteger();
    private static final ReentrantLock lock = new ReentrantLock();
    private static int inside;

    public static void main(String[] args) throws InterruptedException {
      boolean isRight = args.length == 1;
      Tasks.Task task =
          switch (args[0]) {
            case "compareAndSet" ->
                () -> {
                  while (!isLocked.compareAndSet(false, true)) {}
                  enter();
                  isLocked.set(!isRight);
                };
            case "getAndSet" ->
                () -> {
                  while (isLocked.getAndSet(true)) {}
                  enter();
                  isLocked.set(!isRight);
                };
            case "ticket" ->
                () -> {
                  int mine = next.getAndIncrement();
                  while (served.get() != mine) {
                    Thread.onSpinWait();
                  }
                  enter();
                  served.addAndGet(isRight ? 1 : 0);
                };
            default ->
                () -> {
                  while (!lock.tryLock()) {}
                  enter();
                  if (isRight) {
                    lock.unlock();
                  }
                };
          };
      Tasks.join(Tasks.start(task, task));
    }

    private static void enter() {
      inside++;
      assert inside == 1;
      inside--;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"compareAndSet", "getAndSet", "ticket", "tryLock"})
  void spinLocksLetOneInAtATime(String way) {
    assertThat(verified(SpinLocks.class, way)).isEqualTo(4);
    assertLivelock(SpinLocks.class, way, "never unlocked");
  }

  /** Peterson's algorithm; wrong if a thread gives way to itself. */
  static final class Peterson {
    private static volatile boolean wants0;
    private static volatile boolean wants1;
    private static volatile int turn;
    private static volatile int inside;

    public static void main(String[] args) throws InterruptedException {
      int other = args.length == 0 ? 1 : 0;
      Tasks.join(
          Tasks.start(
              () -> {
                wants0 = true;
                turn = other;
                while (wants1 && turn == 1) {}
                enter();
                wants0 = false;
              },
              () -> {
                wants1 = true;
                turn = 1 - other;
                while (wants0 && turn == 0) {}
                enter();
                wants1 = false;
              }));
    }

    private static void enter() {
      inside++;
      assert inside == 1;
      inside--;
    }
  }

  @Test
  void petersonsAlgorithm() {
    assertThat(verified(Peterson.class)).isEqualTo(10);
    fails(Peterson.class, "polite to oneself");
  }

  /** Each takes a fork and puts it back if the other one is not free, for ever. */
  static final class Philosophers {
    public static void main(String[] args) throws InterruptedException {
      ReentrantLock one = new ReentrantLock();
      ReentrantLock other = new ReentrantLock();
      boolean isOrdered = args.length == 1;
      Tasks.join(
          Tasks.start(
              () -> eat(one, other), () -> eat(isOrdered ? one : other, isOrdered ? other : one)));
    }

    private static void eat(ReentrantLock first, ReentrantLock second) {
      while (true) {
        first.lock();
        if (second.tryLock()) {
          break;
        }
        first.unlock();
      }
      second.unlock();
      first.unlock();
    }
  }

  @Test
  void philosophersMayKeepEachOtherFromEating() {
    finds(Philosophers.class, FindingKind.LIVELOCK);
    verified(Philosophers.class, "ordered");
  }

  /** Loops that look like waiting, but go on: what was not there is not to be waited for. */
  static final class NoWaits {
    private static volatile boolean flag;
    private static final int[] shared = new int[1];

    public static void main(String[] args) {
      for (int i = 0; i < 3; i++) {
        await();
      }
      boolean[] flags = {false, true, false};
      int at = 0;
      while (!flags[at]) {
        at = at + 1;
      }
      while (step() < 3) {}
      assert at == 1 && shared[0] == 3;
    }

    private static void await() {
      while (flag) {}
    }

    private static int step() {
      return ++shared[0];
    }
  }

  @Test
  void loopsThatChangeSomethingGoOn() {
    assertThat(verified(NoWaits.class)).isEqualTo(1);
  }

  /** A thread waits until a method that calls itself, and waits too, has found something. */
  static final class Recursive {
    private static volatile int depth;

    public static void main(String[] args) {
      descend();
      assert depth == 3;
    }

    private static void descend() {
      while (depth < 3) {
        deeper();
        descend();
      }
    }

    private static void deeper() {
      depth++;
    }
  }

  @Test
  void aLoopInsideTheSameLoopIsAnotherOne() {
    assertThat(verified(Recursive.class)).isEqualTo(1);
  }

  /** Rounds of loops that take a lock and give another one back: they change who holds what. */
  static final class Exchanges {
    private static final ReentrantLock first = new ReentrantLock();
    private static final ReentrantLock second = new ReentrantLock();
    private static final ReentrantReadWriteLock both = new ReentrantReadWriteLock();

    public static void main(String[] args) {
      switch (args[0]) {
        case "second" -> {
          first.lock();
          while (first.isHeldByCurrentThread()) {
            second.lock();
            first.unlock();
          }
        }
        case "reader" -> {
          both.writeLock().lock();
          while (both.isWriteLockedByCurrentThread()) {
            both.readLock().lock();
            both.writeLock().unlock();
          }
        }
        case "again" -> {
          while (first.getHoldCount() < 3) {
            first.lock();
          }
        }
        case "fewer" -> {
          both.readLock().lock();
          both.readLock().lock();
          while (both.getReadHoldCount() > 0) {
            both.readLock().unlock();
          }
        }
        default -> throw new IllegalArgumentException(args[0]);
      }
      throw new IllegalStateException("behind the loop");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"second", "reader", "again", "fewer"})
  void toExchangeLocksIsAChange(String way) {
    Outcome outcome = Harness.explore(Exchanges.class, way);
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).kind()).isEqualTo(FindingKind.EXCEPTION);
  }

  /** Waits until a writer is done, by looks at the version of a lock. */
  static final class Versions {
    private static final StampedLock lock = new StampedLock();

    public static void main(String[] args) {
      long stamp = lock.writeLock();
      new Thread(Versions::look).start();
      if (args.length == 0) {
        lock.unlockWrite(stamp);
      }
    }

    private static void look() {
      while (lock.tryOptimisticRead() == 0) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void aLookAtTheVersionChangesNothing() {
    assertThat(verified(Versions.class)).isEqualTo(2);
    assertLivelock(Versions.class, "nobody gives it back");
  }
}
