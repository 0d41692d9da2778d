package dev.clew.testkit.toy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.trace.Ending;
import dev.clew.trace.OpKind;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Trace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations that give up when nothing else can happen. */
final class ToyTimedTest {
  @ParameterizedTest
  @CsvSource({
    "lock m, LOCK, m, 0",
    "acquire s 2, ACQUIRE, s, 2",
    "readlock rw, READ_LOCK, rw, 0",
    "writelock rw, WRITE_LOCK, rw, 0",
    "park, PARK, -, 0",
    "join holder, JOIN, -, 0"
  })
  void everyBlockingOperationCanGiveUp(String statement, OpKind kind, String object, int amount) {
    ToyExecution run =
        ToyExecution.of(
                "atomic x = 5; lock m; semaphore s = 1; rwlock rw",
                "thread holder { lock m; writelock rw; park }",
                "thread t { r = " + statement + " timed; x = r }")
            .run("holder", "holder");

    assertThat(run.events().subList(2, 4))
        .containsExactly("clock TIMEOUT label 1 target t", "t WRITE x");
    Trace trace = run.trace;
    assertThat(OpKind.of(trace.before(2))).isEqualTo(kind);
    assertThat(trace.expected(2)).isEqualTo(run.program.objectNamed(object));
    assertThat(trace.amount(2)).isEqualTo(amount);
    assertThat(trace.modes(2)).isZero();
    assertThat(trace.position(2)).isEqualTo(3);
    assertThat(trace.value(3)).isZero();
    assertThat(trace.ending()).isEqualTo(Ending.DEADLOCK);
    assertThat(run.pending()).containsExactly("holder PARK permit of holder");
  }

  @ParameterizedTest
  @CsvSource({"lock m", "acquire s 2", "readlock rw", "writelock rw", "park", "join other"})
  void oneThatNeedNotGiveUpGivesOne(String statement) {
    ToyExecution run =
        ToyExecution.of(
                "atomic x = 5; lock m; semaphore s = 2; rwlock rw",
                "thread other { unpark t }",
                "thread t { r = " + statement + " timed; x = r }")
            .run("other");

    assertThat(run.trace.value(run.last(OpKind.WRITE))).isEqualTo(1);
    assertThat(run.trace.ending()).isEqualTo(Ending.COMPLETED);
  }

  @Test
  void aTimedWaitLeavesTheWaitSetAndMustStillAcquireTheLock() {
    ToyExecution run =
        ToyExecution.of(
                "atomic x = 5; lock m; condition c",
                "thread w { lock m; r = wait c m timed; x = r; unlock m }",
                "thread n { park timed; notify c }")
            .run("w", "w", "clock:0", "w");

    assertThat(run.events())
        .containsExactly(
            "w LOCK m",
            "w WAIT m c link 0",
            "clock TIMEOUT label 0 target w",
            "w REACQUIRE m link 2",
            "w WRITE x",
            "w UNLOCK m link 3",
            "clock TIMEOUT label 1 target n",
            "n NOTIFY c");
    assertThat(OpKind.of(run.trace.before(2))).isEqualTo(OpKind.WAIT);
    assertThat(run.trace.expected(2)).isEqualTo(-1);
    assertThat(run.trace.value(4)).isZero();
    assertThat(run.trace.optionCount(2)).isEqualTo(2);
    assertThat(run.trace.optionCount(6)).isZero();
  }

  @Test
  void aThreadThatComesBackFromAWaitDoesNotGiveUpAgain() {
    ToyExecution run =
        ToyExecution.of(
                "lock m; condition c",
                "thread w { lock m; wait c m timed }",
                "thread h { lock m; notify c; park }")
            .run("w", "w", "h", "h");

    assertThat(run.trace.ending()).isEqualTo(Ending.DEADLOCK);
    assertThat(run.pending()).containsExactly("w REACQUIRE m link 3", "h PARK permit of h");
  }

  @Test
  void whoGivesUpFirstIsAnAlternative() {
    ToyExecution run =
        ToyExecution.of("thread p[3] { park timed }").run("clock:2", "clock", "clock:1");

    assertThat(run.events())
        .containsExactly(
            "clock TIMEOUT label 2 target p[2]",
            "clock TIMEOUT label 0 target p[0]",
            "clock TIMEOUT label 1 target p[1]");
    assertThat(run.trace.optionCount(0)).isEqualTo(3);
    assertThat(run.trace.optionCount(1)).isEqualTo(2);
    assertThat(run.trace.option(1, 1)).isEqualTo(1);
    assertThat(run.trace.optionCount(2)).isZero();
    assertThat(run.program.threadCount()).isEqualTo(4);
  }

  @Test
  void timeDoesNotPassWhileAnyThreadCanGoOn() {
    ToyExecution run = ToyExecution.of("thread p { park timed }", "thread y { yield }");

    assertThatThrownBy(() -> run.run("clock:0"))
        .isInstanceOf(ReplayDivergence.class)
        .hasMessageContaining("step 1");
    assertThat(run.run().events()).containsExactly("y YIELD", "clock TIMEOUT label 0 target p");
  }

  @Test
  void onlyAThreadInATimedOperationCanGiveUp() {
    ToyExecution run = ToyExecution.of("thread p { park timed }", "thread q { park }");

    assertThatThrownBy(() -> run.run("clock:1")).isInstanceOf(ReplayDivergence.class);
  }

  @Test
  void anInterruptedTimedWaitIsInterrupted() {
    ToyExecution run =
        ToyExecution.of(
                "atomic x = 5; lock m; condition c",
                "thread w { lock m; r = wait c m timed; x = r }",
                "thread i { interrupt w }")
            .run("w", "w");

    assertThat(run.trace.value(run.last(OpKind.WRITE))).isEqualTo(2);
  }
}
