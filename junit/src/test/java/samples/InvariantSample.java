package samples;

import dev.clew.junit.Clew;
import dev.clew.junit.Explorer;
import dev.clew.junit.Interleavings;
import dev.clew.junit.Strategy;
import org.junit.jupiter.api.Test;

/** Conditions that have to hold after each operation. */
class InvariantSample {
  private volatile int left;
  private volatile int right;

  private void halfway() throws InterruptedException {
    Thread other =
        new Thread(
            () -> {
              left = 1;
              left = 2;
            },
            "other");
    other.start();
    right = 1;
    right = 2;
    other.join();
  }

  private Explorer notBothHalfway() {
    return Clew.exploring().invariant("not both are halfway", () -> left != 1 || right != 1);
  }

  @Test
  void isViolatedOnlyInBetween() {
    notBothHalfway().explore(this::halfway);
  }

  @Test
  void isNotSeenByReduction() {
    notBothHalfway().strategy(Strategy.OPTIMAL).explore(this::halfway).hasTraces(1);
  }

  @Interleavings
  void isWatchedFromNowOn() throws InterruptedException {
    left = 1;
    Clew.invariant("left never grows", () -> left <= 1);
    left = 0;
    halfway();
  }

  @Test
  void holds() {
    Clew.exploring()
        .invariant("both are in range", () -> left <= 2 && right <= 2)
        .explore(this::halfway)
        .isExhausted()
        .hasExecutions(6);
  }

  @Test
  void throwsUp() {
    Clew.exploring().invariant("cannot be", () -> 1 / left > 0).explore(this::halfway);
  }
}
