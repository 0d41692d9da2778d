package sample;

/** An account that must not be overdrawn. */
public final class Account {
  private int balance;

  public Account(int balance) {
    this.balance = balance;
  }

  public synchronized int balance() {
    return balance;
  }

  /** Takes money if there is enough; says whether there was. */
  public boolean withdraw(int amount) {
    if (balance() < amount) {
      return false;
    }
    synchronized (this) {
      balance -= amount;
    }
    return true;
  }
}
