import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * What a read lock protects is written.
 *
 * <p>Shows: ReentrantReadWriteLock. Finds: data race, assertion.
 */
public class SharedWrite {
  static int count;

  public static void main(String[] args) throws InterruptedException {
    ReentrantReadWriteLock locks = new ReentrantReadWriteLock();
    Lock lock = args[0].equals("right") ? locks.writeLock() : locks.readLock();
    Threads.Task increment =
        () -> {
          lock.lock();
          try {
            count++;
          } finally {
            lock.unlock();
          }
        };
    Threads.together(increment, increment);
    assert count == 2;
  }
}
