package samples;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Two transfers in opposite directions: each locks the account it takes from, then the other one.
 *
 * <p>Finds: a deadlock.
 */
public final class LockOrder {
  private static final class Account {
    final Lock lock = new ReentrantLock();
    int balance = 100;
  }

  private static void transfer(Account from, Account to, int amount) {
    from.lock.lock();
    try {
      to.lock.lock();
      try {
        from.balance -= amount;
        to.balance += amount;
      } finally {
        to.lock.unlock();
      }
    } finally {
      from.lock.unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Account anna = new Account();
    Account berta = new Account();
    Thread there = new Thread(() -> transfer(anna, berta, 10), "there");
    Thread back = new Thread(() -> transfer(berta, anna, 20), "back");
    there.start();
    back.start();
    there.join();
    back.join();
    if (anna.balance != 110 || berta.balance != 90) {
      throw new AssertionError("money was lost");
    }
  }
}
