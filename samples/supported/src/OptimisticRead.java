import java.util.concurrent.locks.StampedLock;

/**
 * What was read optimistically is used without validation.
 *
 * <p>Shows: StampedLock. Finds: assertion.
 */
public class OptimisticRead {
  static volatile int x;
  static volatile int y;

  public static void main(String[] args) throws InterruptedException {
    StampedLock lock = new StampedLock();
    Thread writer =
        Threads.start(
            () -> {
              long stamp = lock.writeLock();
              x = 1;
              y = 1;
              lock.unlockWrite(stamp);
            });
    long stamp = lock.tryOptimisticRead();
    int a = x;
    int b = y;
    if (args[0].equals("right") && !lock.validate(stamp)) {
      stamp = lock.readLock();
      a = x;
      b = y;
      lock.unlockRead(stamp);
    }
    assert a == b;
    writer.join();
  }
}
