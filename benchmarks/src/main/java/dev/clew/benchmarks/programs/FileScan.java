package dev.clew.benchmarks.programs;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One thread that puts names of files into a bounded queue, and threads that take them and count
 * what they find under another lock: in the spirit of pfscan. The buggy one wakes one thread only
 * when there are no more names.
 */
public final class FileScan {
  private final boolean isBuggy;
  private final ReentrantLock queueLock = new ReentrantLock();
  private final Condition less = queueLock.newCondition();
  private final Condition more = queueLock.newCondition();
  private final int[] queue;
  private int first;
  private int count;
  private boolean isClosed;

  private final ReentrantLock resultLock = new ReentrantLock();
  private int matches;

  private final ReentrantLock workerLock = new ReentrantLock();
  private int activeWorkers;

  private FileScan(int capacity, boolean isBuggy) {
    this.isBuggy = isBuggy;
    queue = new int[capacity];
  }

  /**
   * Arguments: how many threads scan, how many files there are, the capacity of the queue, and
   * {@code buggy} if it is.
   */
  public static void main(String[] arguments) throws InterruptedException {
    int workers = Integer.parseInt(arguments[0]);
    int files = Integer.parseInt(arguments[1]);
    FileScan scan = new FileScan(Integer.parseInt(arguments[2]), arguments.length > 3);
    scan.activeWorkers = workers;
    Thread[] threads = new Thread[workers];
    for (int i = 0; i < workers; i++) {
      threads[i] = new Thread(scan::work);
      threads[i].start();
    }
    for (int file = 1; file <= files; file++) {
      scan.put(file);
    }
    scan.close();
    for (Thread thread : threads) {
      thread.join();
    }
    assert scan.matches == files && scan.activeWorkers == 0;
  }

  private void put(int file) {
    queueLock.lock();
    try {
      while (count == queue.length) {
        less.awaitUninterruptibly();
      }
      queue[(first + count) % queue.length] = file;
      count++;
      more.signal();
    } finally {
      queueLock.unlock();
    }
  }

  private void close() {
    queueLock.lock();
    try {
      isClosed = true;
      if (isBuggy) {
        more.signal();
      } else {
        more.signalAll();
      }
    } finally {
      queueLock.unlock();
    }
  }

  /** The next file; 0 if there will be none. */
  private int take() {
    queueLock.lock();
    try {
      while (count == 0 && !isClosed) {
        more.awaitUninterruptibly();
      }
      if (count == 0) {
        return 0;
      }
      int file = queue[first];
      first = (first + 1) % queue.length;
      count--;
      less.signal();
      return file;
    } finally {
      queueLock.unlock();
    }
  }

  private void work() {
    while (take() != 0) {
      resultLock.lock();
      try {
        matches++;
      } finally {
        resultLock.unlock();
      }
    }
    workerLock.lock();
    try {
      activeWorkers--;
    } finally {
      workerLock.unlock();
    }
  }
}
