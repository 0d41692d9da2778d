package dev.clew.benchmarks.programs;

import java.util.concurrent.locks.ReentrantLock;

/** Threads that each increment a counter some times, under a lock or a monitor. */
public final class LockedIncrements {
  private final ReentrantLock lock = new ReentrantLock();
  private int count;

  private LockedIncrements() {}

  /** Arguments: how many threads, how many increments each, {@code lock} or {@code monitor}. */
  public static void main(String[] arguments) throws InterruptedException {
    int threads = Integer.parseInt(arguments[0]);
    int times = Integer.parseInt(arguments[1]);
    boolean usesLock = arguments[2].equals("lock");
    LockedIncrements shared = new LockedIncrements();
    Thread[] all = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      all[i] = new Thread(() -> shared.increment(times, usesLock));
      all[i].start();
    }
    for (Thread thread : all) {
      thread.join();
    }
  }

  private void increment(int times, boolean usesLock) {
    for (int i = 0; i < times; i++) {
      if (usesLock) {
        lock.lock();
        try {
          count++;
        } finally {
          lock.unlock();
        }
      } else {
        synchronized (this) {
          count++;
        }
      }
    }
  }
}
