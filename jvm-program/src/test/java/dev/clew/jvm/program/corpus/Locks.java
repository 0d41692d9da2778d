package dev.clew.jvm.program.corpus;

import static dev.clew.jvm.program.corpus.Threads.each;
import static dev.clew.jvm.program.corpus.Threads.size;

import java.util.concurrent.locks.ReentrantLock;

/** Programs that may deadlock by the order of their locks. */
public final class Locks {
  private Locks() {}

  private static void nest(Object outer, Object inner) {
    synchronized (outer) {
      synchronized (inner) {
        // nothing to protect
      }
    }
  }

  private static void nest(ReentrantLock outer, ReentrantLock inner) {
    outer.lock();
    try {
      inner.lock();
      try {
        // nothing to protect
      } finally {
        inner.unlock();
      }
    } finally {
      outer.unlock();
    }
  }

  /** Two monitors taken in opposite orders. */
  public static final class CrossedMonitors {
    private CrossedMonitors() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Object a = new Object();
      Object b = new Object();
      Threads.run(args, () -> nest(a, b), () -> nest(b, a));
    }
  }

  /** Two locks taken in opposite orders. */
  public static final class CrossedLocks {
    private CrossedLocks() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      ReentrantLock a = new ReentrantLock();
      ReentrantLock b = new ReentrantLock();
      Threads.run(args, () -> nest(a, b), () -> nest(b, a));
    }
  }

  /** Each philosopher takes the monitor at the left, then the one at the right. */
  public static final class MonitorPhilosophers {
    private MonitorPhilosophers() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      int n = size(args);
      Object[] forks = new Object[n];
      for (int i = 0; i < n; i++) {
        forks[i] = new Object();
      }
      Threads.run(args, each(n, i -> () -> nest(forks[i], forks[(i + 1) % n])));
    }
  }

  /** Each philosopher takes the lock at the left, then the one at the right. */
  public static final class LockPhilosophers {
    private LockPhilosophers() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      int n = size(args);
      ReentrantLock[] forks = new ReentrantLock[n];
      for (int i = 0; i < n; i++) {
        forks[i] = new ReentrantLock();
      }
      Threads.run(args, each(n, i -> () -> nest(forks[i], forks[(i + 1) % n])));
    }
  }
}
