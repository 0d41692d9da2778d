package dev.clew.testkit.toy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.trace.Dependence;
import dev.clew.trace.Ending;
import dev.clew.trace.OpKind;
import dev.clew.trace.ReplayDivergence;
import org.junit.jupiter.api.Test;

/** Conditions and barriers. */
final class ToyConditionsTest {
  private static final String[] TWO_WAITERS = {
    "lock m",
    "condition c",
    "atomic x = 0",
    "thread w[2] { lock m; r = wait c m; x = r; unlock m }",
    "thread n { notify c; notify c }"
  };

  @Test
  void aWaitReleasesTheLockAndAcquiresItAgainAfterANotify() {
    ToyExecution run = ToyExecution.of(TWO_WAITERS).run("w[0]", "w[0]", "n:0", "n");

    assertThat(run.events().subList(0, 7))
        .containsExactly(
            "w[0] LOCK m",
            "w[0] WAIT m c link 0",
            "n NOTIFY c label 0",
            "n NOTIFY c",
            "w[0] REACQUIRE m link 2",
            "w[0] WRITE x",
            "w[0] UNLOCK m link 4");
    assertThat(run.trace.modes(1)).isEqualTo(Dependence.pack(Dependence.WRITE, Dependence.WRITE));
    assertThat(run.trace.before(1)).isZero();
    assertThat(run.trace.before(2)).isEqualTo(1);
    assertThat(run.trace.modes(2)).isEqualTo(Dependence.WRITE);
    assertThat(run.trace.modes(3)).isEqualTo(Dependence.READ);
    assertThat(run.trace.value(5)).isEqualTo(1);
    assertThat(run.trace.ending()).isEqualTo(Ending.DEADLOCK);
    assertThat(run.pending()).containsExactly("w[1] REACQUIRE m target c");
  }

  @Test
  void whichWaiterIsNotifiedIsAnAlternativeIfThereAreSeveral() {
    ToyExecution run = ToyExecution.of(TWO_WAITERS).run("w[0]", "w[0]", "w[1]", "w[1]", "n:1", "n");

    assertThat(run.event(4)).isEqualTo("n NOTIFY c label 1");
    assertThat(run.trace.before(4)).isEqualTo(2);
    assertThat(run.trace.optionCount(4)).isEqualTo(2);
    assertThat(run.trace.option(4, 0)).isZero();
    assertThat(run.trace.option(4, 1)).isEqualTo(1);
    assertThat(run.event(5)).isEqualTo("n NOTIFY c label 0");
    assertThat(run.trace.optionCount(5)).isZero();
    assertThat(run.trace.ending()).isEqualTo(Ending.COMPLETED);
  }

  @Test
  void aThreadThatDoesNotWaitCannotBeNotified() {
    ToyExecution run = ToyExecution.of(TWO_WAITERS);

    assertThatThrownBy(() -> run.run("w[0]", "w[0]", "n:1"))
        .isInstanceOf(ReplayDivergence.class)
        .hasMessageContaining("step 3")
        .hasMessageContaining("thread 1 is not there to be notified");
    assertThatThrownBy(() -> run.run("n:0")).isInstanceOf(ReplayDivergence.class);
  }

  @Test
  void notifyAllEndsEveryWaitAndTheyComeBackOneByOne() {
    ToyExecution run =
        ToyExecution.of(
                "lock m",
                "condition c",
                "thread w[2] { lock m; wait c m; unlock m }",
                "thread n { lock m; notifyall c; notifyall c; unlock m }")
            .run("w[0]", "w[0]", "w[1]", "w[1]", "n", "n");

    assertThat(run.events().subList(5, 12))
        .containsExactly(
            "n NOTIFY_ALL c",
            "n NOTIFY_ALL c",
            "n UNLOCK m link 4",
            "w[0] REACQUIRE m link 5",
            "w[0] UNLOCK m link 8",
            "w[1] REACQUIRE m link 5",
            "w[1] UNLOCK m link 10");
    assertThat(run.trace.before(5)).isEqualTo(2);
    assertThat(run.trace.modes(5)).isEqualTo(Dependence.WRITE);
    assertThat(run.trace.modes(6)).isEqualTo(Dependence.READ);
  }

  @Test
  void aWokenThreadThatCannotAcquireIsPendingOnItsWaker() {
    ToyExecution run =
        ToyExecution.of(
                "lock m",
                "condition c",
                "thread w { lock m; wait c m }",
                "thread n { lock m; notify c }")
            .run("w", "w", "n");

    assertThat(run.pending()).containsExactly("w REACQUIRE m link 3");
  }

  @Test
  void aWaitKeepsTheHoldCount() {
    ToyExecution run =
        ToyExecution.of(
                "lock m",
                "condition c",
                "atomic x = 0",
                "thread w { lock m; lock m; wait c m; unlock m; x = 1; unlock m }",
                "thread n { lock m; notify c; unlock m }")
            .run("w", "w");

    assertThat(run.events())
        .containsExactly(
            "w LOCK m",
            "w WAIT m c link 0",
            "n LOCK m",
            "n NOTIFY c label 0",
            "n UNLOCK m link 2",
            "w REACQUIRE m link 3",
            "w WRITE x",
            "w UNLOCK m link 5");
  }

  @Test
  void anInterruptEndsAWaitInTwoSteps() {
    ToyExecution run =
        ToyExecution.of(
                "lock m",
                "condition c",
                "atomic x = 0",
                "thread w { lock m; r = wait c m; s = interrupted; x = 10 * s + r }",
                "thread i { interrupt w }")
            .run("w", "w");

    assertThat(run.events())
        .containsExactly(
            "w LOCK m",
            "w WAIT m c link 0",
            "i INTERRUPT interrupt status of w target w",
            "w CANCEL_WAIT c interrupt status of w",
            "w REACQUIRE m link 3",
            "w TEST_INTERRUPT interrupt status of w",
            "w WRITE x");
    assertThat(run.trace.modes(3)).isEqualTo(Dependence.pack(Dependence.WRITE, Dependence.WRITE));
    assertThat(run.trace.before(3)).isEqualTo(1);
    assertThat(run.trace.value(6)).isEqualTo(2);
  }

  @Test
  void aStatusSetBeforeTheWaitEndsItAtOnce() {
    ToyExecution run =
        ToyExecution.of(
                "lock m",
                "condition c",
                "thread w { lock m; wait c m }",
                "thread i { interrupt w }")
            .run("i", "w", "w");

    assertThat(run.event(3)).isEqualTo("w CANCEL_WAIT c interrupt status of w");
    assertThat(run.trace.ending()).isEqualTo(Ending.COMPLETED);
  }

  @Test
  void aNotifyMayStillPickAnInterruptedWaiterWhoseStatusThenStays() {
    ToyExecution run =
        ToyExecution.of(
                "lock m",
                "condition c",
                "atomic x = 0",
                "thread w { lock m; r = wait c m; s = interrupted; x = 10 * s + r }",
                "thread i { interrupt w; notify c }")
            .run("w", "w", "i", "i");

    assertThat(run.events().subList(3, 7))
        .containsExactly(
            "i NOTIFY c label 0",
            "w REACQUIRE m link 3",
            "w TEST_INTERRUPT interrupt status of w",
            "w WRITE x");
    assertThat(run.trace.value(6)).isEqualTo(11);
  }

  @Test
  void theResultOfAWaitMayGoIntoTheIndexOfItsLock() {
    ToyExecution run =
        ToyExecution.of(
                "lock m[3]",
                "condition c",
                "thread w { r = 1; lock m[r]; r = wait c m[r]; unlock m[r - 1] }",
                "thread i { interrupt w }")
            .run("w", "w");

    assertThat(run.events().subList(3, 6))
        .containsExactly(
            "w CANCEL_WAIT c interrupt status of w",
            "w REACQUIRE m[1] link 3",
            "w UNLOCK m[1] link 4");
  }

  @Test
  void aBarrierOpensWhenAllPartiesArrivedAndCanBeUsedAgain() {
    ToyExecution run =
        ToyExecution.of(
                "barrier b = 2", "atomic x = 0", "thread t[2] { r = arrive b; x = r; arrive b }")
            .run("t[0]", "t[1]", "t[1]", "t[1]", "t[1]", "t[0]", "t[0]", "t[0]");

    assertThat(run.events())
        .containsExactly(
            "t[0] ARRIVE b",
            "t[1] ARRIVE b",
            "t[1] PASS link 1",
            "t[1] WRITE x",
            "t[1] ARRIVE b",
            "t[0] PASS link 1",
            "t[0] WRITE x",
            "t[0] ARRIVE b",
            "t[0] PASS link 7",
            "t[1] PASS link 7");
    assertThat(run.trace.before(1)).isEqualTo(1);
    assertThat(run.trace.value(1)).isEqualTo(1);
    assertThat(run.trace.value(3)).isEqualTo(1);
    assertThat(run.trace.value(6)).isZero();
    assertThat(run.trace.modes(2)).isZero();
  }

  @Test
  void aLatePartyPassesTheGenerationItArrivedIn() {
    ToyExecution run =
        ToyExecution.of("barrier b = 2", "thread t[4] { arrive b }")
            .run("t[0]", "t[1]", "t[2]", "t[3]", "t[0]", "t[2]");

    assertThat(run.event(4)).isEqualTo("t[0] PASS link 1");
    assertThat(run.event(5)).isEqualTo("t[2] PASS link 3");
  }

  @Test
  void aBarrierWithoutEnoughPartiesBlocks() {
    ToyExecution run = ToyExecution.of("barrier b = 3", "thread t[2] { arrive b }").run();

    assertThat(run.trace.ending()).isEqualTo(Ending.DEADLOCK);
    assertThat(run.pending()).containsExactly("t[0] PASS b", "t[1] PASS b");
    assertThat(run.last(OpKind.ARRIVE)).isEqualTo(1);
  }
}
