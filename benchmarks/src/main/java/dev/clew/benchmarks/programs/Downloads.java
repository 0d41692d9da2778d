package dev.clew.benchmarks.programs;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that download parts of a file, and add up under a lock how much has come: in the spirit
 * of aget, which takes no such lock and so has a data race.
 *
 * <p>Each thread has a part of its own; or all of them are alike, and whoever is ready takes the
 * next chunk.
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

  /**
   * Arguments: how many threads download, how many chunks each, {@code fixed} or {@code racy}, and
   * {@code alike} if they are.
   */
  public static void main(String[] arguments) throws InterruptedException {
    int threads = Integer.parseInt(arguments[0]);
    int chunks = Integer.parseInt(arguments[1]);
    Downloads all = new Downloads(threads, chunks, arguments[2].equals("fixed"));
    if (arguments.length > 3) {
      Together.runAlike(threads, all::downloadAny);
    } else {
      Together.run(threads, all::download);
    }
    if (all.written != threads * chunks * CHUNK) {
      throw new IllegalStateException("some of what has come is not counted");
    }
  }

  private void download(int part) {
    for (int chunk = 0; chunk < parts[part].length; chunk++) {
      parts[part][chunk] = 1;
      add();
    }
  }

  private void downloadAny() {
    for (int chunk = 0; chunk < parts[0].length; chunk++) {
      int place = add() / CHUNK;
      parts[place / parts[0].length][place % parts[0].length] = 1;
    }
  }

  /** Adds a chunk to what has come; returns how much there was before. */
  private int add() {
    if (!isLocked) {
      return addUnlocked();
    }
    lock.lock();
    try {
      return addUnlocked();
    } finally {
      lock.unlock();
    }
  }

  private int addUnlocked() {
    int before = written;
    written = before + CHUNK;
    return before;
  }
}
