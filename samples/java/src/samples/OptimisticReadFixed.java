package samples;

import java.util.concurrent.locks.StampedLock;

/**
 * {@link OptimisticRead} that validates its stamp, and reads again with a lock if a writer was
 * there.
 *
 * <p>Finds: nothing.
 */
public final class OptimisticReadFixed {
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
    long stamp = lock.tryOptimisticRead();
    int seenX = x;
    int seenY = y;
    if (!lock.validate(stamp)) {
      stamp = lock.readLock();
      try {
        seenX = x;
        seenY = y;
      } finally {
        lock.unlockRead(stamp);
      }
    }
    if (seenX != seenY) {
      throw new AssertionError("the point is not on the diagonal");
    }
  }

  public static void main(String[] args) throws InterruptedException {
    OptimisticReadFixed point = new OptimisticReadFixed();
    Thread mover = new Thread(point::move, "mover");
    Thread observer = new Thread(point::look, "observer");
    mover.start();
    observer.start();
    mover.join();
    observer.join();
  }
}
