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
  private final byte[][] parts;
  private int written;

  private Downloads(int threads, int chunks) {
    parts = new byte[threads][chunks];
  }

  /**
   * Arguments: how many threads download, how many chunks each, {@code fixed} or {@code racy}, and
   * {@code alike} if they are.
   */
  public static void main(String[] arguments) throws InterruptedException {
    int count = Integer.parseInt(arguments[0]);
    int chunks = Integer.parseInt(arguments[1]);
    boolean isFixed = arguments[2].equals("fixed");
    Downloads all = new Downloads(count, chunks);
    Thread[] threads = new Thread[count];
    for (int i = 0; i < count; i++) {
      byte[] part = all.parts[i];
      Runnable download = isFixed ? () -> all.download(part) : () -> all.downloadUnlocked(part);
      Runnable downloadAny = isFixed ? all::downloadAny : all::downloadAnyUnlocked;
      threads[i] = new Thread(arguments.length > 3 ? downloadAny : download);
    }
    Together.run(threads);
    if (all.written != count * chunks * CHUNK) {
      throw new IllegalStateException("some of what has come is not counted");
    }
  }

  private void download(byte[] part) {
    for (int chunk = 0; chunk < part.length; chunk++) {
      part[chunk] = 1;
      add();
    }
  }

  private void downloadUnlocked(byte[] part) {
    for (int chunk = 0; chunk < part.length; chunk++) {
      part[chunk] = 1;
      addUnlocked();
    }
  }

  private void downloadAny() {
    for (int chunk = 0; chunk < parts[0].length; chunk++) {
      fill(add());
    }
  }

  private void downloadAnyUnlocked() {
    for (int chunk = 0; chunk < parts[0].length; chunk++) {
      fill(addUnlocked());
    }
  }

  private void fill(int before) {
    int chunk = before / CHUNK;
    parts[chunk / parts[0].length][chunk % parts[0].length] = 1;
  }

  /** Adds a chunk to what has come; returns how much there was before. */
  private int add() {
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
