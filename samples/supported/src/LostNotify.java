/**
 * A notify that comes before the wait is lost.
 *
 * <p>Shows: synchronized, wait, notify. Finds: deadlock.
 */
public class LostNotify {
  private static final Object lock = new Object();
  private static boolean isReady;

  public static void main(String[] args) throws InterruptedException {
    boolean isRight = args[0].equals("right");
    Threads.start(
        () -> {
          synchronized (lock) {
            isReady = true;
            lock.notifyAll();
          }
        });
    synchronized (lock) {
      if (!isRight) {
        lock.wait();
      }
      while (!isReady) {
        lock.wait();
      }
    }
  }
}
