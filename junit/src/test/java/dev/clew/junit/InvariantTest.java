package dev.clew.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Conditions are looked at after each operation. */
class InvariantTest {
  private static Map<String, String> results = Map.of();

  @BeforeAll
  static void run() {
    results = CheckedTests.of("InvariantSample");
  }

  @Test
  void everyOrderOfOperationsIsLookedAt() {
    assertThat(results.get("isViolatedOnlyInBetween"))
        .contains("assertion: the invariant does not hold: not both are halfway")
        .contains("left = 1", "right = 1", ":34 the invariant does not hold")
        .contains("(naive, ");
    assertThat(results).containsEntry("holds", "");
  }

  @Test
  void reductionIsNamedIfItHidesOrders() {
    assertThat(results).containsEntry("isNotSeenByReduction", "");
    assertThat(results.get("isWatchedFromNowOn"))
        .contains("the invariant does not hold: left never grows")
        .contains("independent makes no difference to invariants");
  }

  @Test
  void conditionThatFailsIsAViolation() {
    assertThat(results.get("throwsUp"))
        .contains("the invariant cannot be looked at: cannot be")
        .contains("ArithmeticException");
  }
}
