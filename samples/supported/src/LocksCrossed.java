import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Two locks are taken in two orders.
 *
 * <p>Shows: ReentrantLock. Finds: deadlock.
 */
public class LocksCrossed {
  public static void main(String[] args) throws InterruptedException {
    Lock one = new ReentrantLock();
    Lock other = new ReentrantLock();
    boolean isRight = args[0].equals("right");
    Threads.together(
        () -> both(one, other), () -> both(isRight ? one : other, isRight ? other : one));
  }

  private static void both(Lock first, Lock second) {
    first.lock();
    try {
      second.lock();
      second.unlock();
    } finally {
      first.unlock();
    }
  }
}
