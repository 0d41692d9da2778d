package dev.clew.jvm.program.corpus;

import static dev.clew.jvm.program.corpus.Threads.each;
import static dev.clew.jvm.program.corpus.Threads.see;
import static dev.clew.jvm.program.corpus.Threads.size;
import static dev.clew.jvm.program.corpus.Threads.with;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantLock;

/** The programs by which the literature compares reductions; the argument is their size. */
public final class Benchmarks {
  private Benchmarks() {}

  private static ReentrantLock[] locks(int count) {
    ReentrantLock[] locks = new ReentrantLock[count];
    for (int i = 0; i < count; i++) {
      locks[i] = new ReentrantLock();
    }
    return locks;
  }

  /**
   * One thread looks for the last 0 of an array; thread i copies element i - 1 plus 1 into element
   * i.
   */
  public static final class LastZero {
    private LastZero() {}

    private static void search(AtomicIntegerArray a) {
      int i = a.length() - 1;
      while (a.get(i) != 0) {
        i--;
      }
    }

    private static void copy(AtomicIntegerArray a, int i) {
      a.set(i, a.get(i - 1) + 1);
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      int n = size(args);
      AtomicIntegerArray a = new AtomicIntegerArray(n + 1);
      Threads.run(args, with(() -> search(a), each(n, i -> () -> copy(a, i + 1))));
    }
  }

  /** Threads insert four messages each into a hash table. */
  public static final class Indexer {
    private static final int SLOTS = 128;

    private Indexer() {}

    private static void insert(AtomicIntegerArray table, int self) {
      for (int m = 1; m <= 4; m++) {
        int w = m * 11 + self;
        int h = w * 7 % SLOTS;
        while (!table.compareAndSet(h, 0, w)) {
          h = (h + 1) % SLOTS;
        }
      }
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      AtomicIntegerArray table = new AtomicIntegerArray(SLOTS);
      Threads.run(args, each(size(args), i -> () -> insert(table, i)));
    }
  }

  /** The same with a lock for each slot. */
  public static final class IndexerWithLocks {
    private static final int SLOTS = 128;

    private final ReentrantLock[] guards = locks(SLOTS);
    private final AtomicIntegerArray table = new AtomicIntegerArray(SLOTS);

    private IndexerWithLocks() {}

    private void insert(int self) {
      for (int m = 1; m <= 4; m++) {
        int w = m * 11 + self;
        int h = w * 7 % SLOTS;
        while (!occupy(h, w)) {
          h = (h + 1) % SLOTS;
        }
      }
    }

    private boolean occupy(int h, int w) {
      guards[h].lock();
      try {
        if (table.get(h) != 0) {
          return false;
        }
        table.set(h, w);
        return true;
      } finally {
        guards[h].unlock();
      }
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      IndexerWithLocks indexer = new IndexerWithLocks();
      Threads.run(args, each(size(args), i -> () -> indexer.insert(i)));
    }
  }

  /** Threads look for a free block for their file, with plain arrays under locks. */
  public static final class FileSystem {
    private static final int BLOCKS = 26;
    private static final int FILES = 32;

    private final ReentrantLock[] fileLocks = locks(FILES);
    private final ReentrantLock[] blockLocks = locks(BLOCKS);
    private final int[] blockOf = new int[FILES];
    private final boolean[] isBusy = new boolean[BLOCKS];

    private FileSystem() {}

    private void allocate(int self) {
      int file = self % FILES;
      fileLocks[file].lock();
      try {
        if (blockOf[file] == 0) {
          int block = file * 2 % BLOCKS;
          while (!occupy(block)) {
            block = (block + 1) % BLOCKS;
          }
          blockOf[file] = block + 1;
        }
      } finally {
        fileLocks[file].unlock();
      }
    }

    private boolean occupy(int block) {
      blockLocks[block].lock();
      try {
        if (isBusy[block]) {
          return false;
        }
        isBusy[block] = true;
        return true;
      } finally {
        blockLocks[block].unlock();
      }
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      FileSystem files = new FileSystem();
      Threads.run(args, each(size(args), i -> () -> files.allocate(i)));
    }
  }

  private static final class Fibonacci {
    volatile int i = 1;
    volatile int j = 1;

    Thread[] start(String[] args) {
      int rounds = size(args);
      return Threads.start(args, () -> left(rounds), () -> right(rounds));
    }

    private void left(int rounds) {
      for (int k = 0; k < rounds; k++) {
        int a = i;
        int b = j;
        i = a + b;
      }
    }

    private void right(int rounds) {
      for (int k = 0; k < rounds; k++) {
        int a = j;
        int b = i;
        j = a + b;
      }
    }

    void read() {
      see(i);
      see(j);
    }
  }

  /** fib_bench, where the main thread joins the others before it reads. */
  public static final class FibonacciJoined {
    private FibonacciJoined() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Fibonacci numbers = new Fibonacci();
      for (Thread thread : numbers.start(args)) {
        thread.join();
      }
      numbers.read();
    }
  }

  /** fib_bench, where the main thread reads at any time. */
  public static final class FibonacciUnordered {
    private FibonacciUnordered() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Fibonacci numbers = new Fibonacci();
      Thread[] threads = numbers.start(args);
      numbers.read();
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  /** Fails in some classes, which a first implementation of source sets elsewhere did not reach. */
  public static final class ThreeWritesAndReach {
    private static volatile int a;
    private static volatile int b;
    private static volatile int c;

    private ThreeWritesAndReach() {}

    private static void reach() {
      if (c == 2 && b == 0) {
        throw new AssertionError("reached");
      }
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(
          args,
          () -> {
            c = 1;
            c = 2;
            c = 3;
            b = 2;
          },
          () -> {
            a = 1;
            b = 1;
          },
          ThreeWritesAndReach::reach);
    }
  }
}
