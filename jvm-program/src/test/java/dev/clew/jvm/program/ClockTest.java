package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.StrategyKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Time is what programs mean by it: one clock, which moves when nothing else can happen. */
@Timeout(120)
final class ClockTest {
  private static Outcome explored(String method, StrategyKind strategy) {
    return Harness.program(ClockPrograms.class).at(method).by(strategy).explore();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "watchdog",
        "pollInTime",
        "pollWhileSomebodySleeps",
        "pollWithoutDeadline",
        "lookAtTheClockOnly",
        "countUntilItIsTime",
        "aMinuteIsLongerThanAPause",
        "tasksInTheOrderOfTheirTime",
        "timersInTheOrderOfTheirTime",
        "futureInTime",
        "waitForTheRestOfTheTime",
        "awaitTheRestOfTheTime",
        "lookOftenAtTheClock",
        "interruptASleeper",
        "laterForWhoJoins",
        "sumOfTooManyShortSleeps",
        "pollSlowly",
        "pollTogether",
        "pollUnderALock"
      })
  void whatProgramsMayRelyOnHolds(String method) {
    Outcome outcome = explored(method, StrategyKind.OPTIMAL);

    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sleepForOrder",
        "pollWhatNeverComes",
        "pollWhatComesTooLate",
        "wakeTogether",
        "sumOfShortSleeps",
        "equalTimesOneWay",
        "equalTimesTheOtherWay",
        "sleepLonger",
        "sleepAsLong",
        "sleepThreeTimes",
        "parkLonger",
        "awaitLonger",
        "pollAThreadThatEnds",
        "pollAsOftenAsItTicks"
      })
  void faultsAreFound(String method) {
    assertThat(explored(method, StrategyKind.OPTIMAL).findings())
        .extracting(Finding::kind)
        .contains(FindingKind.ASSERTION);
  }

  @Test
  void whoPollForEverInTheSameRhythmAreALivelock() {
    assertThat(explored("pollTogetherForEver", StrategyKind.OPTIMAL).findings())
        .extracting(Finding::kind)
        .containsExactly(FindingKind.LIVELOCK);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "watchdog",
        "pollInTime",
        "pollWhileSomebodySleeps",
        "pollWithoutDeadline",
        "aMinuteIsLongerThanAPause",
        "interruptASleeper",
        "pollWhatComesTooLate",
        "wakeTogether",
        "equalTimesOneWay",
        "equalTimesTheOtherWay",
        "sleepLonger",
        "sleepAsLong",
        "pollAsOftenAsItTicks",
        "pollSlowly",
        "pollTogether",
        "pollUnderALock",
        "pollTogetherForEver"
      })
  void allStrategiesAgree(String method) {
    Outcome optimal = explored(method, StrategyKind.OPTIMAL);

    for (StrategyKind other :
        new StrategyKind[] {StrategyKind.SOURCE, StrategyKind.DPOR, StrategyKind.NAIVE}) {
      Outcome outcome = explored(method, other);
      assertThat(outcome.verdict()).as(other.id()).isEqualTo(optimal.verdict());
      assertThat(outcome.findings().size()).as(other.id()).isEqualTo(optimal.findings().size());
    }
    assertThat(explored(method, StrategyKind.SOURCE).executions())
        .as("each class once")
        .isEqualTo(optimal.executions());
  }
}
