package samples;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * {@link SignalOne} with {@code signalAll}: everybody looks again.
 *
 * <p>Finds: nothing.
 */
public final class SignalOneFixed {
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
      risen.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void flood() {
    rise();
    rise();
  }

  public static void main(String[] args) throws InterruptedException {
    SignalOneFixed water = new SignalOneFixed();
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
