package samples;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * {@link LockOrder} with one order for all: the account with the lower number is locked first.
 *
 * <p>Finds: nothing.
 */
public final class LockOrderFixed {
  private static final class Account {
    final int number;
    final Lock lock = new ReentrantLock();
    int balance = 100;

    Account(int number) {
      this.number = number;
    }
  }

  private static void transfer(Account from, Account to, int amount) {
    Account first = from.number < to.number ? from : to;
    Account second = from.number < to.number ? to : from;
    first.lock.lock();
    try {
      second.lock.lock();
      try {
        from.balance -= amount;
        to.balance += amount;
      } finally {
        second.lock.unlock();
      }
    } finally {
      first.lock.unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Account anna = new Account(1);
    Account berta = new Account(2);
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
