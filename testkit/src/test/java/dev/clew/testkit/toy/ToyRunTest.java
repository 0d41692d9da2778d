package dev.clew.testkit.toy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.trace.Dependence;
import dev.clew.trace.Ending;
import dev.clew.trace.OpKind;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How a schedule is followed. */
final class ToyRunTest {
  private static final String[] THREE = {"atomic x = 0", "thread t[3] { x = self; r = x }"};

  @Test
  void afterThePrefixTheLastThreadGoesOnThenTheLowest() {
    assertThat(ToyExecution.of(THREE).run("t[1]").events())
        .containsExactly(
            "t[1] WRITE x",
            "t[1] READ x",
            "t[0] WRITE x",
            "t[0] READ x",
            "t[2] WRITE x",
            "t[2] READ x");
  }

  @Test
  void theCommonPartIsExecutedAgainAndKept() {
    ToyExecution run = ToyExecution.of(THREE).run("t[2]", "t[0]", "t[1]");
    List<String> before = run.events();

    run.keep(2);
    run.addStep("t[0]");
    run.program.run(run.schedule, run.trace);

    assertThat(run.events().subList(0, 2)).isEqualTo(before.subList(0, 2));
    assertThat(run.events().subList(2, 4)).containsExactly("t[0] READ x", "t[1] WRITE x");
    assertThat(run.trace.value(2)).isZero();
  }

  @Test
  void aTraceThatIsNotOfThisProgramDiverges() {
    ToyExecution run = ToyExecution.of(THREE).run();
    ToyProgram other = ToyProgram.parse("other", "atomic x = 0\nthread t[3] { r = x; x = 1 }");

    run.keep(3);
    assertThatThrownBy(() -> other.run(run.schedule, run.trace))
        .isInstanceOfSatisfying(
            ReplayDivergence.class, divergence -> assertThat(divergence.step()).isZero())
        .hasMessageContaining("expected WRITE of object 0 by thread 0")
        .hasMessageContaining("the program did READ of object 0 by thread 0");
  }

  @Test
  void aThreadThatIsBlockedOrEndedOrUnknownDiverges() {
    ToyExecution run = ToyExecution.of("lock m", "thread a { lock m }", "thread b { lock m }");

    assertThatThrownBy(() -> run.run("a", "b"))
        .isInstanceOfSatisfying(
            ReplayDivergence.class, divergence -> assertThat(divergence.step()).isEqualTo(1))
        .hasMessageContaining("thread 1 cannot go on");
    assertThatThrownBy(() -> run.run("a", "a")).isInstanceOf(ReplayDivergence.class);
    for (int unknown : new int[] {-1, 2, 1000}) {
      run.schedule.keep(0);
      run.schedule.add(unknown, Trace.NO_LABEL);
      assertThatThrownBy(() -> run.program.run(run.schedule, run.trace))
          .isInstanceOf(ReplayDivergence.class)
          .hasMessageContaining("thread " + unknown + " cannot go on");
    }
  }

  @Test
  void aLabelThatIsNoAlternativeDiverges() {
    ToyExecution run =
        ToyExecution.of("atomic x = 0", "thread a { r = choose 2; x = r; lock m }", "lock m");

    assertThatThrownBy(() -> run.run("a:2")).isInstanceOf(ReplayDivergence.class);
    assertThatThrownBy(() -> run.run("a:0", "a:0")).isInstanceOf(ReplayDivergence.class);
    assertThatThrownBy(() -> run.run("a:0", "a", "a:1")).isInstanceOf(ReplayDivergence.class);
    assertThat(run.run("a:1").trace.ending()).isEqualTo(Ending.COMPLETED);
  }

  @Test
  void anyLabelIsTheFirstThatDoesNotSleep() {
    ToyExecution run = ToyExecution.of("thread a { r = choose 3 }");

    run.schedule.keep(0);
    run.schedule.add(0, Schedule.ANY_LABEL);
    run.program.run(run.schedule, run.trace);
    assertThat(run.trace.label(0)).isZero();

    run.schedule.keep(0);
    run.schedule.add(0, Schedule.ANY_LABEL);
    run.schedule.sleeping().add(0, -1, -1, 0, 0);
    run.program.run(run.schedule, run.trace);
    assertThat(run.trace.label(0)).isEqualTo(1);
  }

  @Test
  void whatSleepsIsNotRunUntilSomethingDependentRan() {
    ToyExecution run = ToyExecution.of("atomic x = 0", "thread a { r = x }", "thread b { x = 1 }");
    run.schedule.keep(0);
    run.schedule.sleeping().add(0, 0, -1, Dependence.READ, Trace.NO_LABEL);
    run.program.run(run.schedule, run.trace);

    assertThat(run.events()).containsExactly("b WRITE x", "a READ x");
    assertThat(run.schedule.sleeping().size()).isEqualTo(1);
  }

  @Test
  void anExecutionInWhichAllSleepIsBlocked() {
    ToyExecution run =
        ToyExecution.of("atomic x = 0; atomic y = 0", "thread a { r = x }", "thread b { y = 1 }");
    run.schedule.keep(0);
    run.schedule.sleeping().add(0, 0, -1, Dependence.READ, Trace.NO_LABEL);
    run.program.run(run.schedule, run.trace);

    assertThat(run.events()).containsExactly("b WRITE y");
    assertThat(run.trace.ending()).isEqualTo(Ending.SLEEP_BLOCKED);
  }

  @Test
  void aStepOfThePrefixWakesToo() {
    ToyExecution run = ToyExecution.of("atomic x = 0", "thread a { r = x }", "thread b { x = 1 }");
    run.schedule.keep(0);
    run.schedule.add(1, Trace.NO_LABEL);
    run.schedule.sleeping().add(0, 0, -1, Dependence.READ, Trace.NO_LABEL);
    run.program.run(run.schedule, run.trace);

    assertThat(run.trace.ending()).isEqualTo(Ending.COMPLETED);
  }

  @Test
  void ofAnOperationWithAlternativesOnlyOnesThatAreAwakeAreTaken() {
    ToyExecution run = ToyExecution.of("thread a { r = choose 3 }");
    run.schedule.keep(0);
    run.schedule.sleeping().add(0, -1, -1, 0, 0);
    run.schedule.sleeping().add(0, -1, -1, 0, 2);
    run.program.run(run.schedule, run.trace);
    assertThat(run.trace.label(0)).isEqualTo(1);
    assertThat(run.trace.optionCount(0)).isEqualTo(3);

    run.schedule.sleeping().add(0, -1, -1, 0, 1);
    run.program.run(run.schedule, run.trace);
    assertThat(run.trace.ending()).isEqualTo(Ending.SLEEP_BLOCKED);
    assertThat(run.trace.size()).isZero();
  }

  @Test
  void aSleepingTimeoutLeavesTheOthers() {
    ToyExecution run = ToyExecution.of("thread p[2] { park timed }");
    run.schedule.keep(0);
    run.schedule.sleeping().add(2, -1, -1, 0, 0);
    run.program.run(run.schedule, run.trace);

    assertThat(run.events())
        .containsExactly("clock TIMEOUT label 1 target p[1]", "clock TIMEOUT label 0 target p[0]");
  }

  @Test
  void theStepLimitEndsAnExecutionThatCouldGoOn() {
    ToyExecution run = ToyExecution.of("atomic x = 0", "thread a { while 1 { x = 1 } }");
    run.schedule.setStepLimit(7);
    run.run();
    assertThat(run.trace.ending()).isEqualTo(Ending.STEP_LIMIT);
    assertThat(run.trace.size()).isEqualTo(7);

    ToyExecution exact = ToyExecution.of("thread a { repeat 7 { yield } }");
    exact.schedule.setStepLimit(7);
    assertThat(exact.run().trace.ending()).isEqualTo(Ending.COMPLETED);

    ToyExecution deadlock = ToyExecution.of("thread a { yield; park }");
    deadlock.schedule.setStepLimit(1);
    assertThat(deadlock.run().trace.ending()).isEqualTo(Ending.DEADLOCK);
  }

  @Test
  void theStepLimitHoldsForThePrefixToo() {
    ToyExecution run = ToyExecution.of("thread a { repeat 3 { yield } }", "thread b { park }");
    run.schedule.setStepLimit(2);
    run.run("a", "a", "a");

    assertThat(run.trace.ending()).isEqualTo(Ending.STEP_LIMIT);
    assertThat(run.trace.size()).isEqualTo(2);
    assertThat(run.pending()).containsExactly("b PARK permit of b");
  }

  @Test
  void aThreadThatComputesForEverReachesTheStepLimit() {
    ToyExecution run =
        ToyExecution.of("atomic x = 0", "thread a { x = 1; while 1 { } }", "thread b { x = 2 }");
    run.run();
    assertThat(run.trace.ending()).isEqualTo(Ending.STEP_LIMIT);
    assertThat(run.events()).containsExactly("a WRITE x");
    run.run("b", "a");
    assertThat(run.trace.ending()).isEqualTo(Ending.STEP_LIMIT);
    assertThat(run.events()).containsExactly("b WRITE x", "a WRITE x");

    ToyExecution atOnce = ToyExecution.of("thread a { while 1 { r = r + 1 } }");
    assertThat(atOnce.run().trace.ending()).isEqualTo(Ending.STEP_LIMIT);
    assertThat(atOnce.trace.size()).isZero();
  }

  @Test
  void enabledThreadsAreRecordedOnRequest() {
    ToyExecution run =
        ToyExecution.of(
            "lock m",
            "thread a { lock m; unlock m }",
            "thread b { lock m; unlock m }",
            "thread c { park timed }");
    run.schedule.recordEnabled(true);
    run.run();

    List<List<Integer>> enabled = new ArrayList<>();
    for (int i = 0; i < run.trace.size(); i++) {
      List<Integer> threads = new ArrayList<>();
      for (int k = 0; k < run.trace.enabledCount(i); k++) {
        threads.add(run.trace.enabled(i, k));
      }
      enabled.add(threads);
    }
    assertThat(enabled)
        .containsExactly(List.of(0, 1), List.of(0), List.of(1), List.of(1), List.of(3));

    run.keep(2);
    run.program.run(run.schedule, run.trace);
    assertThat(run.trace.enabledCount(0)).isEqualTo(2);
    assertThat(run.trace.enabledCount(4)).isEqualTo(1);
  }

  @Test
  void detailsAreRecordedForRepeatedEventsToo() {
    ToyExecution run = ToyExecution.of("atomic x = 3", "thread a {", "r = x", "x = r + 1", "}");
    run.program.run(run.schedule, run.trace);
    run.keep(2);
    run.schedule.recordDetails(true);
    run.program.run(run.schedule, run.trace);

    assertThat(run.trace.position(0)).isEqualTo(3);
    assertThat(run.trace.value(0)).isEqualTo(3);
    assertThat(run.trace.position(1)).isEqualTo(4);
    assertThat(run.trace.value(1)).isEqualTo(4);
  }

  @Test
  void randomExecutionsDependOnTheSeedAloneAndReachEverything() {
    ToyExecution run =
        ToyExecution.of("atomic x = 0", "thread t[2] { c = choose 2; x = c; r = x }");
    Set<List<String>> seen = new HashSet<>();
    for (long seed = 0; seed < 2_000; seed++) {
      run.schedule.keep(0);
      run.schedule.setPolicy(Schedule.Policy.RANDOM, seed);
      run.program.run(run.schedule, run.trace);
      List<String> events = run.events();
      seen.add(events);
      run.schedule.keep(0);
      run.program.run(run.schedule, run.trace);
      assertThat(run.events()).isEqualTo(events);
    }
    assertThat(seen).hasSize(20 * 4);
  }

  @Test
  void aRandomExecutionRespectsWhatSleeps() {
    ToyExecution run = ToyExecution.of("thread a { r = choose 4 }", "thread b { yield }");
    for (long seed = 0; seed < 100; seed++) {
      run.schedule.keep(0);
      run.schedule.sleeping().add(0, -1, -1, 0, 1);
      run.schedule.sleeping().add(0, -1, -1, 0, 3);
      run.schedule.setPolicy(Schedule.Policy.RANDOM, seed);
      run.program.run(run.schedule, run.trace);
      assertThat(run.trace.label(run.last(OpKind.CHOICE))).isIn(0, 2);
    }
  }

  @Test
  void moreThreadsThanBitsInALongAreNoProblem() {
    int n = 150;
    ToyExecution run =
        ToyExecution.of(
            "atomic x = 0; lock m; condition c; semaphore s = 0; rwlock rw; barrier b = " + n,
            "thread t[" + n + "] {",
            "  readlock rw; lock m; wait c m; unlock m; readunlock rw",
            "  arrive b; acquire s; add(x, 1)",
            "}",
            "thread main {",
            "  n = 0",
            "  while n < " + n + " { readlock rw; n = n + 1; readunlock rw; yield }",
            "  park timed; lock m; notify c; notifyall c; unlock m; release s " + n,
            "  i = 0",
            "  while i < " + n + " { join t[i]; i = i + 1 }",
            "  r = x; assert r == " + n,
            "}");
    run.run();

    assertThat(run.failures()).isEmpty();
    assertThat(run.trace.ending()).isEqualTo(Ending.COMPLETED);
    assertThat(run.trace.optionCount(run.last(OpKind.NOTIFY))).isEqualTo(n);
    assertThat(run.program.threadCount()).isEqualTo(n + 2);
  }
}
