package dev.clew.jvm.program.corpus;

import static dev.clew.jvm.program.corpus.Threads.each;
import static dev.clew.jvm.program.corpus.Threads.same;
import static dev.clew.jvm.program.corpus.Threads.see;
import static dev.clew.jvm.program.corpus.Threads.size;
import static dev.clew.jvm.program.corpus.Threads.with;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantLock;

/** Families of threads that do the same to one variable or lock; the argument is their number. */
public final class Counters {
  private Counters() {}

  /** A volatile field of an object. */
  private static final class Cell {
    volatile int x;
  }

  /** Each thread increments atomically. */
  public static final class Increments {
    private Increments() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      AtomicInteger x = new AtomicInteger();
      Threads.run(args, same(size(args), x::incrementAndGet));
    }
  }

  /** Each thread writes a static field. */
  public static final class Writes {
    private static volatile int x;

    private Writes() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(args, each(size(args), i -> () -> x = i + 1));
    }
  }

  /** Each thread writes a field of an object. */
  public static final class CellWrites {
    private CellWrites() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Cell cell = new Cell();
      Threads.run(args, each(size(args), i -> () -> cell.x = i + 1));
    }
  }

  /** Each thread increments in a synchronized block. */
  public static final class SynchronizedBlocks {
    private static final Object m = new Object();
    private static volatile int x;

    private SynchronizedBlocks() {}

    private static void increment() {
      synchronized (m) {
        int r = x;
        x = r + 1;
      }
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(args, same(size(args), SynchronizedBlocks::increment));
    }
  }

  /** Each thread increments in a synchronized method. */
  public static final class SynchronizedMethods {
    private volatile int x;

    private SynchronizedMethods() {}

    private synchronized void increment() {
      int r = x;
      x = r + 1;
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      SynchronizedMethods counter = new SynchronizedMethods();
      Threads.run(args, same(size(args), counter::increment));
    }
  }

  /** Each thread increments in a static synchronized method, a plain field this time. */
  public static final class StaticSynchronizedMethods {
    private static int x;

    private StaticSynchronizedMethods() {}

    private static synchronized void increment() {
      int r = x;
      x = r + 1;
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(args, same(size(args), StaticSynchronizedMethods::increment));
    }
  }

  /** Each thread increments under a {@link ReentrantLock}. */
  public static final class LockedSections {
    private static final ReentrantLock m = new ReentrantLock();
    private static volatile int x;

    private LockedSections() {}

    private static void increment() {
      m.lock();
      try {
        int r = x;
        x = r + 1;
      } finally {
        m.unlock();
      }
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(args, same(size(args), LockedSections::increment));
    }
  }

  /** Each thread reads, then writes a volatile field: updates get lost. */
  public static final class LostUpdates {
    private LostUpdates() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Cell cell = new Cell();
      Runnable increment =
          () -> {
            int r = cell.x;
            cell.x = r + 1;
          };
      Threads.run(args, same(size(args), increment));
    }
  }

  /** Each thread gets, then sets an atomic integer: updates get lost. */
  public static final class AtomicLostUpdates {
    private AtomicLostUpdates() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      AtomicInteger x = new AtomicInteger();
      Runnable increment =
          () -> {
            int r = x.get();
            x.set(r + 1);
          };
      Threads.run(args, same(size(args), increment));
    }
  }

  /** One writer, many readers. */
  public static final class Readers {
    private static volatile int x;

    private Readers() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(args, with(() -> x = 1, same(size(args), () -> see(x))));
    }
  }

  /** Threads that share nothing but an array. */
  public static final class Independent {
    private Independent() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      AtomicIntegerArray x = new AtomicIntegerArray(size(args));
      Threads.run(
          args,
          each(
              size(args),
              i ->
                  () -> {
                    x.set(i, 1);
                    see(x.get(i));
                  }));
    }
  }

  /** One writer, many threads that compare and set. */
  public static final class WrittenCompareAndSets {
    private WrittenCompareAndSets() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      AtomicInteger x = new AtomicInteger();
      Threads.run(args, with(() -> x.set(1), same(size(args), () -> x.compareAndSet(0, 2))));
    }
  }

  /** Thread i swaps i for i + 1. */
  public static final class CompareAndSetRotation {
    private CompareAndSetRotation() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      AtomicInteger x = new AtomicInteger();
      Threads.run(args, each(size(args), i -> () -> x.compareAndSet(i, i + 1)));
    }
  }

  /** Each thread compares and sets, then writes a value of its own. */
  public static final class CompareAndSetThenWrite {
    private CompareAndSetThenWrite() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      AtomicInteger x = new AtomicInteger();
      Threads.run(
          args,
          each(
              size(args),
              i ->
                  () -> {
                    x.compareAndSet(0, 1);
                    x.set(i + 3);
                  }));
    }
  }
}
