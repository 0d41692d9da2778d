package samples;

/**
 * Every method of the account is synchronized, but between the question and the withdrawal the
 * other thread can withdraw.
 *
 * <p>Finds: the assertion. There is no data race.
 */
public final class CheckThenAct {
  private static final class Account {
    private int balance = 100;

    synchronized int balance() {
      return balance;
    }

    synchronized void withdraw(int amount) {
      balance -= amount;
    }
  }

  private static void pay(Account account) {
    if (account.balance() >= 60) {
      account.withdraw(60);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Account account = new Account();
    Thread rent = new Thread(() -> pay(account), "rent");
    Thread food = new Thread(() -> pay(account), "food");
    rent.start();
    food.start();
    rent.join();
    food.join();
    if (account.balance() < 0) {
      throw new AssertionError("the account is overdrawn");
    }
  }
}
