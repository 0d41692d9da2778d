package dev.clew.benchmarks.programs;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The work-stealing queue of Cilk: the owner puts as many jobs into it as it has places and takes
 * them out again, a thief steals three times. No job is done twice, and none is lost.
 */
public final class WorkStealing {
  private static final int STEALS = 3;

  private final int size;
  private final AtomicIntegerArray jobs;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile int head;
  private volatile int tail;

  private WorkStealing(int size) {
    this.size = size;
    this.jobs = new AtomicIntegerArray(size);
  }

  /** The argument is the size of the queue. */
  public static void main(String[] arguments) throws InterruptedException {
    int size = Integer.parseInt(arguments[0]);
    WorkStealing queue = new WorkStealing(size);
    int[] stolen = new int[size + 1];
    Thread thief =
        new Thread(
            () -> {
              for (int k = 0; k < STEALS; k++) {
                stolen[queue.steal()]++;
              }
            });
    thief.start();
    int[] taken = new int[size + 1];
    for (int job = 1; job <= size; job++) {
      queue.push(job);
    }
    for (int k = 0; k < size; k++) {
      taken[queue.pop()]++;
    }
    thief.join();
    for (int job = 1; job <= size; job++) {
      if (taken[job] + stolen[job] != 1) {
        throw new AssertionError(
            "job " + job + " was done " + (taken[job] + stolen[job]) + " times");
      }
    }
  }

  private void push(int job) {
    int t = tail;
    if (t >= head + size) {
      throw new IllegalStateException("the queue is full");
    }
    jobs.set(t % size, job);
    tail = t + 1;
  }

  /** The job that was put in last, 0 if there is none. */
  private int pop() {
    int t = tail - 1;
    tail = t;
    if (head <= t) {
      return jobs.get(t % size);
    }
    tail = t + 1;
    lock.lock();
    try {
      t = tail - 1;
      tail = t;
      if (head <= t) {
        return jobs.get(t % size);
      }
      tail = t + 1;
      return 0;
    } finally {
      lock.unlock();
    }
  }

  /** The job that was put in first, 0 if there is none. */
  private int steal() {
    lock.lock();
    try {
      int h = head;
      head = h + 1;
      if (h < tail) {
        return jobs.get(h % size);
      }
      head = h;
      return 0;
    } finally {
      lock.unlock();
    }
  }
}
