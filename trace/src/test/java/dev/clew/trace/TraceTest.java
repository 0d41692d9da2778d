package dev.clew.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class TraceTest {
  private final Trace trace = new Trace();

  private int choose(int thread, int options, int label) {
    for (int k = 0; k < options; k++) {
      trace.offerOption(k);
    }
    trace.offerEnabled(thread);
    return trace.append(thread, OpKind.CHOICE, -1, -1, 0, label, 0, 0, 0, -1, -1);
  }

  @Test
  void aRestartKeepsTheCommonEventsWithTheirAlternatives() {
    choose(0, 3, 1);
    choose(1, 0, Trace.NO_LABEL);
    choose(2, 2, 0);
    trace.restart(2);
    choose(3, 4, 2);
    assertThat(trace.size()).isEqualTo(3);
    assertThat(trace.optionCount(0)).isEqualTo(3);
    assertThat(trace.optionCount(1)).isZero();
    assertThat(trace.optionCount(2)).isEqualTo(4);
    assertThat(trace.option(2, 3)).isEqualTo(3);
    assertThat(trace.enabled(2, 0)).isEqualTo(3);
  }

  @Test
  void whatWasRevealedCountsOnceAndForOneExecution() {
    for (int k = 0; k < 30; k++) {
      trace.reveal(k % 10);
    }
    assertThat(trace.revealed().size()).isEqualTo(10);
    assertThat(trace.revealed().object(9)).isEqualTo(9);
    trace.restart(0);
    assertThat(trace.revealed().size()).isZero();
  }

  @Test
  void racesAreThoseOfOneExecution() {
    Race race = new Race(3, 0, true, 11, 1, false, 12, 5);
    trace.addRace(race);
    assertThat(trace.races()).containsExactly(race);
    assertThat(race.firstEvents()).isEqualTo(Trace.NONE);
    trace.restart(0);
    assertThat(trace.races()).isEmpty();
  }

  @Test
  void columnsGrow() {
    for (int i = 0; i < 1000; i++) {
      choose(i, 2, 1);
    }
    assertThat(trace.thread(999)).isEqualTo(999);
    assertThat(trace.option(999, 1)).isEqualTo(1);
  }

  @Test
  void anEventThatDiffersFromTheRecordedOneIsADivergence() {
    trace.append(4, OpKind.LOCK, 9, -1, Dependence.WRITE, -1, 0, 0, 0, -1, -1);
    trace.confirm(0, 4, OpKind.LOCK, 9, Dependence.WRITE);
    assertThatThrownBy(() -> trace.confirm(0, 4, OpKind.UNLOCK, 9, Dependence.WRITE))
        .isInstanceOf(ReplayDivergence.class)
        .hasMessage(
            "replay diverged at step 1: expected LOCK of object 9 by thread 4, but the program did"
                + " UNLOCK of object 9 by thread 4");
  }

  @Test
  void sleepersWakeWhenADependentOperationRuns() {
    SleepSet set = new SleepSet();
    set.add(0, 5, -1, Dependence.READ, -1);
    set.add(1, 6, -1, Dependence.WRITE, -1);
    set.add(2, -1, -1, 0, 3);
    set.wake(7, 5, -1, Dependence.READ);
    assertThat(set.size()).isEqualTo(3);
    set.wake(7, 5, 6, Dependence.pack(Dependence.WRITE, Dependence.READ));
    assertThat(set.size()).isEqualTo(1);
    assertThat(set.contains(2, 3)).isTrue();
    set.wake(2, -1, -1, 0);
    assertThat(set.isEmpty()).isTrue();
  }

  @Test
  void stepsCountContextSwitches() {
    choose(0, 0, -1);
    choose(0, 0, -1);
    choose(1, 0, -1);
    choose(0, 0, -1);
    assertThat(Steps.of(trace, 4).switches()).isEqualTo(2);
    assertThat(Steps.of(trace, 2).switches()).isZero();
  }
}
