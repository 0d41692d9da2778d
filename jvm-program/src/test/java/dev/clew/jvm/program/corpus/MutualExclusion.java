package dev.clew.jvm.program.corpus;

import static dev.clew.jvm.program.corpus.Threads.each;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Mutual exclusion of two threads without locks, one critical section each.
 *
 * <p>A busy wait is one look: a thread that would have to look again parks for ever.
 */
public final class MutualExclusion {
  private MutualExclusion() {}

  private static void check(int seen, int own) {
    if (seen != own) {
      throw new AssertionError("two in the critical section");
    }
  }

  /** Peterson's algorithm. */
  public static final class Peterson {
    private static final AtomicIntegerArray flag = new AtomicIntegerArray(2);
    private static volatile int turn;
    private static volatile int x;

    private Peterson() {}

    private static void take(int self) {
      flag.set(self, 1);
      turn = self;
      if (flag.get(1 - self) == 1 && turn == self) {
        LockSupport.park();
      }
      x = self;
      check(x, self);
      flag.set(self, 0);
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(args, each(2, i -> () -> take(i)));
    }
  }

  /** Szymanski's algorithm. */
  public static final class Szymanski {
    private static final AtomicIntegerArray flag = new AtomicIntegerArray(2);
    private static volatile int x;

    private Szymanski() {}

    private static void take(int self) {
      int other = 1 - self;
      flag.set(self, 1);
      parkIf(flag.get(other) >= 3);
      flag.set(self, 3);
      if (flag.get(other) == 1) {
        flag.set(self, 2);
        parkIf(flag.get(other) != 4);
      }
      flag.set(self, 4);
      parkIf(flag.get(other) >= 2);
      x = self;
      check(x, self);
      int last = flag.get(other);
      parkIf(last >= 2 && last <= 3);
      flag.set(self, 0);
    }

    private static void parkIf(boolean mustWait) {
      if (mustWait) {
        LockSupport.park();
      }
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(args, each(2, i -> () -> take(i)));
    }
  }

  /** Lamport's fast mutual exclusion; a thread that has to begin again does. */
  public static final class Lamport {
    private static final AtomicIntegerArray b = new AtomicIntegerArray(3);
    private static volatile int x;
    private static volatile int y;
    private static volatile int data;

    private Lamport() {}

    private static void take(int self) {
      boolean isInside = false;
      while (!isInside) {
        isInside = tryEnter(self);
      }
      data = self;
      check(data, self);
      y = 0;
      b.set(self, 0);
    }

    private static boolean tryEnter(int self) {
      b.set(self, 1);
      x = self;
      if (y != 0) {
        b.set(self, 0);
        if (y != 0) {
          LockSupport.park();
        }
        return false;
      }
      y = self;
      if (x == self) {
        return true;
      }
      b.set(self, 0);
      if (b.get(3 - self) >= 1) {
        LockSupport.park();
      }
      if (y == self) {
        return true;
      }
      if (y != 0) {
        LockSupport.park();
      }
      return false;
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(args, each(2, i -> () -> take(i + 1)));
    }
  }
}
