package samples;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A reader that finds the cache invalid asks for the write lock while it still has the read lock.
 * That is never granted: it waits for itself.
 *
 * <p>Finds: a deadlock, when the cache becomes invalid before a reader comes.
 */
public final class LockUpgrade {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private boolean isValid = true;
  private int value = 1;

  private int read() {
    lock.readLock().lock();
    try {
      if (!isValid) {
        lock.writeLock().lock();
        try {
          value++;
          isValid = true;
        } finally {
          lock.writeLock().unlock();
        }
      }
      return value;
    } finally {
      lock.readLock().unlock();
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
    LockUpgrade cache = new LockUpgrade();
    Thread first = new Thread(cache::read, "first reader");
    Thread second = new Thread(cache::read, "second reader");
    Thread invalidator = new Thread(cache::invalidate, "invalidator");
    first.start();
    second.start();
    invalidator.start();
    first.join();
    second.join();
    invalidator.join();
  }
}
