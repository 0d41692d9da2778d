package dev.clew.benchmarks.programs;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Threads that insert four messages each into one hash table; the twelfth is the first to collide
 * with another (Flanagan and Godefroid, POPL 2005).
 */
public final class Indexer {
  private static final int SIZE = 128;
  private static final int MESSAGES = 4;

  private final AtomicIntegerArray table = new AtomicIntegerArray(SIZE);

  private Indexer() {}

  /** Argument: how many threads. */
  public static void main(String[] arguments) throws InterruptedException {
    Indexer shared = new Indexer();
    Together.run(Integer.parseInt(arguments[0]), shared::insert);
  }

  private void insert(int thread) {
    for (int message = 1; message <= MESSAGES; message++) {
      int word = message * 11 + thread;
      int slot = word * 7 % SIZE;
      while (!table.compareAndSet(slot, 0, word)) {
        slot = (slot + 1) % SIZE;
      }
    }
  }
}
