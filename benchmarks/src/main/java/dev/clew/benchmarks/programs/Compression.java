package dev.clew.benchmarks.programs;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that take blocks in turn, compress them by themselves, and one thread that writes what is
 * ready in the order of the blocks: in the spirit of bzip2smp.
 */
public final class Compression {
  private final ReentrantLock inputLock = new ReentrantLock();
  private int nextBlock;

  private final ReentrantLock outputLock = new ReentrantLock();
  private final Condition isReady = outputLock.newCondition();
  private final int[] compressed;
  private int written;

  private Compression(int blocks) {
    compressed = new int[blocks];
  }

  /** Arguments: how many threads compress, how many blocks there are. */
  public static void main(String[] arguments) throws InterruptedException {
    int workers = Integer.parseInt(arguments[0]);
    Compression all = new Compression(Integer.parseInt(arguments[1]));
    Thread writer = new Thread(all::write);
    writer.start();
    Together.run(workers, thread -> all.compress());
    writer.join();
    assert all.written == all.compressed.length;
  }

  /** The next block that nobody compresses yet; -1 if there is none. */
  private int take() {
    inputLock.lock();
    try {
      return nextBlock < compressed.length ? nextBlock++ : -1;
    } finally {
      inputLock.unlock();
    }
  }

  private void compress() {
    for (int block = take(); block >= 0; block = take()) {
      int result = block + 1;
      outputLock.lock();
      try {
        compressed[block] = result;
        isReady.signal();
      } finally {
        outputLock.unlock();
      }
    }
  }

  private void write() {
    for (int block = 0; block < compressed.length; block++) {
      outputLock.lock();
      try {
        while (compressed[block] == 0) {
          isReady.awaitUninterruptibly();
        }
        written++;
      } finally {
        outputLock.unlock();
      }
    }
  }
}
