package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Things to do after a time, unless something else comes first: each has a thread that waits for
 * that, and gives up when nothing else can run.
 */
final class Delays {
  private Delays() {}

  /**
   * Does something after a time.
   *
   * @param other opens if there is nothing to do any more
   */
  static void start(CountDownLatch other, long nanos, Runnable action) {
    Thread thread =
        new Thread(() -> await(other, nanos, action), "CompletableFutureDelayScheduler");
    Control.made(thread);
    thread.setDaemon(true);
    Control.start(thread);
  }

  private static void await(CountDownLatch other, long nanos, Runnable action) {
    boolean isOver = false;
    try {
      isOver = other.await(Math.max(nanos, 1), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Cores.clearInterrupt(); // nobody knows the thread but by accident
    }
    if (!isOver) {
      action.run();
    }
  }
}
