package dev.clew.benchmarks.programs;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that download parts of a file, and add up under a lock how much has come: in the spirit
 * of aget, which takes no such lock and so has a data race.
 */
public final class Downloads {
  private static final int CHUNK = 512;

  private final ReentrantLock lock = new ReentrantLock();
  private final boolean isLocked;
  private final byte[][] parts;
  private int written;

  private Downloads(int threads, int chunks, boolean isLocked) {
    this.isLocked = isLocked;
    parts = new byte[threads][chunks];
  }

  /** Arguments: how many threads download, how many chunks each, {@code fixed} or {@code racy}. */
  public static void main(String[] arguments) throws InterruptedException {
    int threads = Integer.parseInt(arguments[0]);
    int chunks = Integer.parseInt(arguments[1]);
    Downloads all = new Downloads(threads, chunks, arguments[2].equals("fixed"));
    Together.run(threads, all::download);
    assert all.written == threads * chunks * CHUNK;
  }

  private void download(int part) {
    for (int chunk = 0; chunk < parts[part].length; chunk++) {
      parts[part][chunk] = 1;
      if (isLocked) {
        lock.lock();
        try {
          written += CHUNK;
        } finally {
          lock.unlock();
        }
      } else {
        written += CHUNK;
      }
    }
  }
}
