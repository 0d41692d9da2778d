import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/**
 * A lock of one's own whose release does not say that it is free.
 *
 * <p>Shows: AbstractQueuedSynchronizer. Finds: deadlock.
 */
public class OwnLock extends AbstractQueuedSynchronizer {
  private static boolean isRight;
  private static int count;

  @Override
  protected boolean tryAcquire(int ignored) {
    return compareAndSetState(0, 1);
  }

  @Override
  protected boolean tryRelease(int ignored) {
    setState(0);
    return isRight;
  }

  public static void main(String[] args) throws InterruptedException {
    isRight = args[0].equals("right");
    OwnLock lock = new OwnLock();
    Threads.Task increment =
        () -> {
          lock.acquire(1);
          count++;
          lock.release(1);
        };
    Threads.together(increment, increment);
    assert count == 2;
  }
}
