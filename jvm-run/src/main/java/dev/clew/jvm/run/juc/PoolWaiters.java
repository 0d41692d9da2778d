package dev.clew.jvm.run.juc;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Threads of the program that wait until something happens to the queue of a pool. */
final class PoolWaiters {
  /** News of a queue, as permits. */
  static final class QueueNews extends Semaphore {
    private static final long serialVersionUID = 1L;

    private QueueNews() {
      super(0);
    }
  }

  private final Pool pool;
  private final QueueNews news = new QueueNews();
  private int count;

  PoolWaiters(Pool pool) {
    this.pool = pool;
  }

  /** How many are to be woken for so many news, in the step of an operation on the state. */
  int among(int wanted) {
    return Math.min(wanted, count);
  }

  void wake(int number) {
    if (number > 0) {
      news.release(number);
    }
  }

  /**
   * Waits for news: between the steps of two operations on the state.
   *
   * @param nanos for how long at most, negative for ever
   * @return false if the time ran out
   */
  boolean await(long nanos) throws InterruptedException {
    count++;
    try {
      if (nanos >= 0) {
        return news.tryAcquire(nanos, TimeUnit.NANOSECONDS);
      }
      news.acquire();
      return true;
    } finally {
      pool.change();
      count--;
    }
  }
}
