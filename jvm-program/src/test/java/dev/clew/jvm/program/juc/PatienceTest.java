package dev.clew.jvm.program.juc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Exploration;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.jvm.program.Harness;
import dev.clew.jvm.program.JvmProgram;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What waiting comes to: with all patience, when time runs out early, and for no reason. */
final class PatienceTest {
  private static Set<String> results(String program, int early, int wakeups) {
    return Harness.program(PatiencePrograms.class, program)
        .with(opened -> opened.execution().patience.set(early, wakeups))
        .use(PatienceTest::results);
  }

  private static Set<String> results(JvmProgram program) {
    Set<String> results = new TreeSet<>();
    SearchOptions options = SearchOptions.with(StrategyKind.OPTIMAL);
    Exploration exploration =
        new Exploration(
            program,
            options,
            List.of(
                (trace, findings) ->
                    results.add(
                        trace.failures().isEmpty()
                            ? trace.ending().name()
                            : trace.failures().get(0).headline().replaceAll(".*: ", ""))),
            progress -> true);
    assertThat(exploration.explore().end()).isEqualTo(Outcome.End.EXHAUSTED);
    return results;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "latch",
        "semaphore",
        "lock",
        "readLock",
        "writeLock",
        "stampedRead",
        "stampedWrite",
        "join",
        "park",
        "wait",
        "condition",
        "conditionInLoop"
      })
  void timeRunsOutEarlyOnlyIfAskedFor(String program) {
    assertThat(results(program, 0, 0)).containsExactly("true");
    assertThat(results(program, 1, 0)).containsExactly("false", "true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"waitForEver", "conditionForEver", "parkForEver"})
  void wakesUpForNoReasonOnlyIfAskedFor(String program) {
    assertThat(results(program, 9, 0)).containsExactly("true");
    assertThat(results(program, 0, 1)).containsExactly("false", "true");
  }

  @Test
  void aLoopStandsWakingUp() {
    assertThat(results("waitInLoop", 0, 3)).containsExactly("true");
  }

  /** A thread that wakes up for no reason has its time still. */
  @Test
  void wakingUpTakesNoTime() {
    assertThat(results("conditionInLoop", 0, 2)).containsExactly("true");
  }

  @Test
  void aPermitThatIsThereIsTakenAlsoIfTimeRunsOut() {
    assertThat(results("permit", 1, 0)).containsExactly("true");
  }

  @Test
  void aBarrierIsBrokenByWhoRunsOutOfTime() {
    assertThat(results("barrier", 0, 0)).containsExactly("passes passes");
    assertThat(results("barrier", 1, 0))
        .containsExactly("TimeoutException BrokenBarrierException", "passes passes");
  }

  /** Each time may be too early, but only so many times. */
  @Test
  void aLoopEnds() {
    assertThat(results("poll", 0, 0)).containsExactly("1");
    assertThat(results("poll", 3, 0)).containsExactly("1", "2", "3", "4");
  }

  @Test
  void saysWhetherTheNumberOfTimesMattered() {
    assertThat(wasLimited("poll", 2)).isTrue();
    assertThat(wasLimited("latch", 2)).isFalse();
    assertThat(wasLimited("poll", 0)).isFalse();
  }

  private static boolean wasLimited(String program, int early) {
    return Harness.program(PatiencePrograms.class, program)
        .with(opened -> opened.execution().patience.set(early, 0))
        .use(
            opened -> {
              results(opened);
              return opened.execution().patience.wasLimited();
            });
  }
}
