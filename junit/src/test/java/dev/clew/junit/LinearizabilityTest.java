package dev.clew.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Objects are compared with their specifications in every interleaving. */
class LinearizabilityTest {
  private static Map<String, String> results = Map.of();

  @BeforeAll
  static void run() {
    results = CheckedTests.of("LinearizabilitySample");
  }

  @Test
  void lostUpdateIsNotLinearizable() {
    assertThat(results.get("volatileIsNot"))
        .contains("not linearizable: no order of these calls explains their")
        .contains("  thread 1  [--]    increment()  1\n")
        .contains("  thread 2   []     increment()  1\n")
        .contains("  main          []  get()        1\n")
        .contains("thread 1 read VolatileCounter.count");
  }

  @Test
  void guardedObjectIsLinearizableHoweverItIsAskedFor() {
    assertThat(results)
        .containsEntry("lockedIs", "")
        .containsEntry("lockedIsToo", "")
        .containsEntry("lockedIsInsideAScenario", "");
  }

  @Test
  void thatACallEndedBeforeAnotherBeganIsExplored() {
    assertThat(results.get("lateIsNot")).contains("increment()  1", "get()        0");
  }

  @Test
  void exceptionsAreResults() {
    assertThat(results).containsEntry("exceptionsAreResults", "");
  }

  @Test
  void elementTakenTwiceIsNotLinearizable() {
    assertThat(results.get("leakyIsNot")).contains("not linearizable", "left()  [2]");
  }
}
