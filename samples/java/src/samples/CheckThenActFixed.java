package samples;

/**
 * {@link CheckThenAct} with question and withdrawal in one synchronized method.
 *
 * <p>Finds: nothing.
 */
public final class CheckThenActFixed {
  private static final class Account {
    private int balance = 100;

    synchronized int balance() {
      return balance;
    }

    synchronized boolean withdraw(int amount) {
      if (balance < amount) {
        return false;
      }
      balance -= amount;
      return true;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Account account = new Account();
    Thread rent = new Thread(() -> account.withdraw(60), "rent");
    Thread food = new Thread(() -> account.withdraw(60), "food");
    rent.start();
    food.start();
    rent.join();
    food.join();
    if (account.balance() < 0) {
      throw new AssertionError("the account is overdrawn");
    }
  }
}
