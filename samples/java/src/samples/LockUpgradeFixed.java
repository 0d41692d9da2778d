package samples;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * {@link LockUpgrade} that gives the read lock back first, and looks again when it has the write
 * lock: another reader may have been faster.
 *
 * <p>Finds: nothing.
 */
public final class LockUpgradeFixed {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private boolean isValid = true;
  private int value = 1;

  private int read() {
    lock.readLock().lock();
    try {
      if (isValid) {
        return value;
      }
    } finally {
      lock.readLock().unlock();
    }
    lock.writeLock().lock();
    try {
      if (!isValid) {
        value++;
        isValid = true;
      }
      return value;
    } finally {
      lock.writeLock().unlock();
    }
  }

  private void invalidate() {
    lock.writeLock().lock();
    try {
      isValid = false;
    } finally {
      lock.writeLock().unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    LockUpgradeFixed cache = new LockUpgradeFixed();
    Thread first = new Thread(cache::read, "first reader");
    Thread second = new Thread(cache::read, "second reader");
    Thread invalidator = new Thread(cache::invalidate, "invalidator");
    first.start();
    second.start();
    invalidator.start();
    first.join();
    second.join();
    invalidator.join();
    if (cache.value > 2) {
      throw new AssertionError("loaded twice for one invalidation");
    }
  }
}
