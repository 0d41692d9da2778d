package dev.clew.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that explore a part of themselves, as JUnit runs them. */
class ExploreTest {
  private static Map<String, String> results = Map.of();

  @BeforeAll
  static void run() {
    results = CheckedTests.of("ExploreSample");
  }

  @Test
  void scenarioIsExploredFromWhatTheTestPrepared() {
    assertThat(results).containsEntry("isExhausted", "");
    assertThat(results.get("hasOtherCount")).contains("there are 2 traces, and 3 were expected");
  }

  @Test
  void violationIsAFailureUnlessExpected() {
    assertThat(results.get("failsInside"))
        .contains("InterleavingFailure", "expected: <11> but was: <12>");
    assertThat(results).containsEntry("expectsViolation", "");
  }

  @Test
  void limitedSearchIsNotExhausted() {
    assertThat(results.get("isLimited")).contains("not everything was explored");
  }

  @Test
  void fewPreemptionsAreNotEverything() {
    assertThat(results.get("isBound")).contains("not everything was explored");
    assertThat(results).containsEntry("hasFewFirst", "");
  }

  @Test
  void everyChoiceIsExplored() {
    assertThat(results).containsEntry("choosesAll", "");
    assertThat(results.get("choosesWrong"))
        .contains(":89 choose 2", ":90 choose 1", "main chose 2 (line 89)")
        .contains("0 context switches");
  }

  @Test
  void explorationsAreNotNested() {
    assertThat(results.get("exploresInside")).contains("cannot be called by what is explored");
  }

  @Test
  void choiceOutsideOfAnExplorationIsTheFirst() {
    assertThat(Clew.choose(5)).isZero();
    assertThat(Clew.choose(List.of("a", "b"))).isEqualTo("a");
    assertThatThrownBy(() -> Clew.choose(0)).hasMessage("there are 0 values to choose from");
  }

  @Test
  void explorationHasToBeCalledByATest() throws InterruptedException {
    Throwable[] thrown = new Throwable[1];
    Thread thread =
        new Thread(
            () -> {
              try {
                Clew.explore(() -> {});
              } catch (UncheckableTest e) {
                thrown[0] = e;
              }
            });
    thread.start();
    thread.join();
    assertThat(thrown[0]).hasMessageContaining("has to be called by a @Test method");
  }
}
