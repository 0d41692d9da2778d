import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One signal for two who wait.
 *
 * <p>Shows: Condition. Finds: deadlock.
 */
public class SignalledOnce {
  static boolean isOpen;

  public static void main(String[] args) throws InterruptedException {
    ReentrantLock lock = new ReentrantLock();
    Condition opened = lock.newCondition();
    Threads.Task visitor =
        () -> {
          lock.lock();
          try {
            while (!isOpen) {
              opened.await();
            }
          } finally {
            lock.unlock();
          }
        };
    Threads.together(
        visitor,
        visitor,
        () -> {
          lock.lock();
          isOpen = true;
          if (args[0].equals("right")) {
            opened.signalAll();
          } else {
            opened.signal();
          }
          lock.unlock();
        });
  }
}
