package samples;

import java.util.concurrent.locks.StampedLock;

/**
 * A point on the diagonal moves. An optimistic read locks nothing, and the reader forgets to ask
 * afterwards whether a writer was there.
 *
 * <p>Finds: the assertion. (The coordinates are volatile because optimistic readers read them
 * beside the writer.)
 */
public final class OptimisticRead {
  private final StampedLock lock = new StampedLock();
  private volatile int x;
  private volatile int y;

  private void move() {
    long stamp = lock.writeLock();
    try {
      x = 1;
      y = 1;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  private void look() {
    lock.tryOptimisticRead();
    int seenX = x;
    int seenY = y;
    if (seenX != seenY) {
      throw new AssertionError("the point is not on the diagonal");
    }
  }

  public static void main(String[] args) throws InterruptedException {
    OptimisticRead point = new OptimisticRead();
    Thread mover = new Thread(point::move, "mover");
    Thread observer = new Thread(point::look, "observer");
    mover.start();
    observer.start();
    mover.join();
    observer.join();
  }
}
