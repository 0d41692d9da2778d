import java.util.concurrent.locks.LockSupport;

/**
 * A thread is unparked before what it waits for is there.
 *
 * <p>Shows: LockSupport. Finds: deadlock.
 */
public class Parking {
  static volatile boolean isReady;

  public static void main(String[] args) throws InterruptedException {
    Thread main = Thread.currentThread();
    Threads.start(
        () -> {
          if (args[0].equals("right")) {
            isReady = true;
            LockSupport.unpark(main);
          } else {
            LockSupport.unpark(main);
            isReady = true;
          }
        });
    while (!isReady) {
      LockSupport.park();
    }
  }
}
