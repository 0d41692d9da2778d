package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clew.junit.Interleavings;
import org.junit.jupiter.api.Test;

class AccountTest {
  private final Account account = new Account(100);

  @Test
  void noMoreIsTakenThanThereIs() {
    assertTrue(account.withdraw(100));
    assertFalse(account.withdraw(1));
  }

  @Interleavings
  void moneyIsSpentOnce() throws InterruptedException {
    Thread other = new Thread(() -> account.withdraw(100), "other");
    other.start();
    account.withdraw(100);
    other.join();
    assertEquals(0, account.balance());
  }
}
