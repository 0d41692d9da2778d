package dev.clew.jvm.program;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.StrategyKind;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that are left when the program ends: the end stops nobody, and comes last. */
final class EndsTest {
  private static final List<Class<?>> FAULTY =
      List.of(
          EndPrograms.TwoTake.class,
          EndPrograms.TwoAcquire.class,
          EndPrograms.LockHeldAtExit.class,
          EndPrograms.DaemonPool.class,
          EndPrograms.OneMoreStep.class);

  @ParameterizedTest
  @EnumSource(
      value = StrategyKind.class,
      names = {"OPTIMAL", "SOURCE", "DPOR", "STATEFUL", "NAIVE", "CB_POR"})
  void whatThreadsThatAreLeftWaitForRacesAsUsual(StrategyKind strategy) {
    for (Class<?> program : FAULTY) {
      Outcome outcome = Harness.program(program).by(strategy).explore();
      assertThat(outcome.findings())
          .as(program.getSimpleName())
          .extracting(Finding::kind)
          .contains(FindingKind.ASSERTION);
    }
  }

  @Test
  void eachClassIsExploredOnce() {
    assertThat(Harness.explore(EndPrograms.TwoAcquire.class).executions()).isEqualTo(2);
    assertThat(Harness.explore(EndPrograms.LockHeldAtExit.class).executions()).isEqualTo(2);
    assertThat(Harness.explore(EndPrograms.OneMoreStep.class).executions()).isEqualTo(2);
  }

  @Test
  void aDaemonThatGoesRoundDoesNotKeepTheProgramFromEnding() {
    for (Class<?> program :
        List.of(
            EndPrograms.GoesRound.class,
            EndPrograms.GoesRoundForMain.class,
            EndPrograms.WorkerGoesRound.class)) {
      AtomicReference<JvmProgram> explored = new AtomicReference<>();
      Outcome outcome = Harness.program(program).with(explored::set).explore();
      assertThat(outcome.end()).as(program.getSimpleName()).isEqualTo(Outcome.End.EXHAUSTED);
      assertThat(outcome.findings()).as(program.getSimpleName()).isEmpty();
      assertThat(requireNonNull(explored.get()).execution().rounds.wereBounded())
          .as("the verdict names the rounds of %s", program.getSimpleName())
          .isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"once", "repeated"})
  void aDaemonThatGoesRoundSeesWhatWasDoneLast(String how) {
    Outcome outcome = Harness.explore(EndPrograms.LooksAtIdlePool.class, how);
    assertThat(outcome.findings()).extracting(Finding::kind).containsExactly(FindingKind.ASSERTION);
  }

  @Test
  void theFirstSleepsOfADaemonAreFreeAndLaterOnesEndIfItIsWaitedFor() {
    AtomicReference<JvmProgram> explored = new AtomicReference<>();
    Outcome outcome = Harness.program(EndPrograms.JoinedDaemon.class).with(explored::set).explore();
    assertThat(outcome.executions()).isEqualTo(5); // main reads before or after each write
    assertThat(requireNonNull(explored.get()).execution().rounds.wereBounded()).isFalse();
  }

  @Test
  void whoExitsHasNotEnded() {
    verifies(EndPrograms.JoinsWhoExits.class);
    verifies(EndPrograms.StartsWorkerAfterExit.class);
  }

  private static void verifies(Class<?> program) {
    Outcome outcome = Harness.explore(program);
    assertThat(outcome.findings()).as(program.getSimpleName()).isEmpty();
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
  }

  // --- hooks

  @Test
  void hooksRunAfterAllWorkers() {
    assertThat(Harness.explore(EndPrograms.HookAfterMain.class).findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("after main"));
  }

  @Test
  void hooksRunAtTheSameTimeAndAfterMain() {
    assertThat(Harness.explore(EndPrograms.TwoHooks.class).findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.kind()).isEqualTo(FindingKind.DATA_RACE));
  }

  @Test
  void aDaemonRunsOnWhileHooksDo() {
    Outcome outcome = Harness.explore(EndPrograms.HookAndDaemon.class);
    assertThat(outcome.findings()).extracting(Finding::kind).containsExactly(FindingKind.ASSERTION);
  }

  @Test
  void aHookThatWaitsForADaemonIsADeadlock() {
    Outcome outcome = Harness.explore(EndPrograms.HookWaitsForDaemon.class);
    assertThat(outcome.findings()).extracting(Finding::kind).containsExactly(FindingKind.DEADLOCK);
    assertThat(Harness.explore(EndPrograms.ExitInHook.class).findings())
        .extracting(Finding::kind)
        .containsExactly(FindingKind.DEADLOCK);
    verifies(EndPrograms.HaltInHook.class);
  }

  @Test
  void theStatusIsThatOfTheEndAfterTheHooks() {
    assertThat(Harness.explore(EndPrograms.ExitWithoutEnd.class).findings())
        .extracting(Finding::kind)
        .containsExactly(FindingKind.DEADLOCK);
    verifies(EndPrograms.HaltInHookOfExit.class);
  }

  @Test
  void theFirstExitCounts() {
    Outcome outcome = Harness.explore(EndPrograms.TwoExits.class);
    assertThat(outcome.executions()).isEqualTo(2);
    assertThat(outcome.findings())
        .singleElement()
        .satisfies(
            finding -> assertThat(finding.message()).isEqualTo("the program exited with status 3"));
  }

  @Test
  void hooksAreAddedBeforeTheEndOrNotAtAll() {
    assertThat(Harness.explore(EndPrograms.AddedTooLate.class).findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("Shutdown in progress"));
    verifies(EndPrograms.TakenBack.class);
  }
}
