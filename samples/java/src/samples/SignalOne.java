package samples;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Two threads wait for two water levels with one condition. {@code signal} wakes one of them: if it
 * is the one that wants more, it waits again, and the signal is used up.
 *
 * <p>Finds: a deadlock.
 */
public final class SignalOne {
  private final Lock lock = new ReentrantLock();
  private final Condition risen = lock.newCondition();
  private int level;

  private void await(int wanted) {
    lock.lock();
    try {
      while (level < wanted) {
        risen.await();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts", e);
    } finally {
      lock.unlock();
    }
  }

  private void rise() {
    lock.lock();
    try {
      level++;
      risen.signal();
    } finally {
      lock.unlock();
    }
  }

  private void flood() {
    rise();
    rise();
  }

  public static void main(String[] args) throws InterruptedException {
    SignalOne water = new SignalOne();
    Thread boat = new Thread(() -> water.await(1), "boat");
    Thread ship = new Thread(() -> water.await(2), "ship");
    Thread flood = new Thread(water::flood, "flood");
    boat.start();
    ship.start();
    flood.start();
    boat.join();
    ship.join();
    flood.join();
  }
}
