package dev.clew.testkit.toy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.trace.Ending;
import dev.clew.trace.Failure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What fails a thread. */
final class ToyFailureTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "unlock m | unlock m, which the thread does not hold",
        "unlock ms[i] | unlock ms[0], which the thread does not hold",
        "wait c m | wait with m, which the thread does not hold",
        "readunlock rw | readunlock rw, which the thread does not hold",
        "writeunlock rw | writeunlock rw, which the thread does not hold",
        "x[i + 4] = 1 | index 4 is out of range: x has 4 elements",
        "r = x[i - 1] | index -1 is out of range: x has 4 elements",
        "lock ms[self + 7] | index 7 is out of range: ms has 2 elements",
        "unpark pool[i + 2] | index 2 is out of range: pool has 2 elements",
        "r = 1 / i | division by 0",
        "r = 1 % i | division by 0",
        "if 1 / i == 2 { } | division by 0",
        "acquire s i - 1 | acquire s -1: negative number of permits",
        "acquire s -2 | acquire s -2: negative number of permits",
        "release s i - 1 | release s -1: negative number of permits",
        "r = tryacquire s i - 1 | tryacquire s -1: negative number of permits"
      })
  void whatIsRefusedIsAnException(String statement, String message) {
    ToyExecution run =
        ToyExecution.of(
                "atomic x[4] = 0; lock m; lock ms[2]; condition c; semaphore s = 1; rwlock rw",
                "thread pool[2] { }",
                "thread t {",
                "  yield",
                "  " + statement,
                "  yield",
                "}")
            .run();

    assertThat(run.events()).containsExactly("t YIELD");
    assertThat(run.trace.failures())
        .containsExactly(new Failure(Failure.Kind.EXCEPTION, run.thread("t"), 1, 5, message));
    assertThat(run.trace.ending()).isEqualTo(Ending.COMPLETED);
  }

  @Test
  void startingTwiceIsRefusedWhetherTheThreadHasEndedOrNot() {
    ToyExecution run =
        ToyExecution.of(
                "thread a { }",
                "thread b { park }",
                "thread m { start a; start a }",
                "thread n { start b; start b }")
            .run();

    assertThat(run.failures())
        .containsExactly(
            "m EXCEPTION: start a, which was started already",
            "n EXCEPTION: start b, which was started already");
  }

  @Test
  void anotherThreadsHoldDoesNotCount() {
    ToyExecution run =
        ToyExecution.of("lock m", "thread a { lock m }", "thread b { yield; unlock m }").run("a");

    assertThat(run.failures())
        .containsExactly("b EXCEPTION: unlock m, which the thread does not hold");
  }

  @Test
  void anAssertionEndsItsThreadAndNotTheOthers() {
    ToyExecution run =
        ToyExecution.of(
                "atomic x = 0",
                "thread a {",
                "  x = 1",
                "  assert x0 == 3 \"not three\"",
                "  x = 2",
                "}",
                "thread b { x = 3 }")
            .run();

    assertThat(run.events()).containsExactly("a WRITE x", "b WRITE x");
    assertThat(run.trace.failures())
        .containsExactly(new Failure(Failure.Kind.ASSERTION, 0, 1, 4, "not three"));
    assertThat(run.trace.ending()).isEqualTo(Ending.COMPLETED);
  }

  @Test
  void anAssertionWithoutWordsSaysSo() {
    assertThat(ToyExecution.of("thread a { assert 0 }").run().failures())
        .containsExactly("a ASSERTION: the assertion failed");
  }

  @Test
  void aLockWhoseHolderFailedStaysHeld() {
    ToyExecution run =
        ToyExecution.of("lock m", "thread a { lock m; assert 0 }", "thread b { lock m }").run("a");

    assertThat(run.trace.ending()).isEqualTo(Ending.DEADLOCK);
    assertThat(run.pending()).containsExactly("b LOCK m");
  }

  @Test
  void aFailureBeforeTheFirstOperationIsReportedInEveryExecution() {
    ToyExecution run = ToyExecution.of("thread a { assert 0 }", "thread b { yield }");

    assertThat(run.run().trace.failures()).hasSize(1);
    assertThat(run.run().trace.failures()).hasSize(1);
    assertThat(run.trace.failures().get(0).events()).isZero();
  }

  @Test
  void failuresAreReportedAgainWhenThePrefixIsRepeated() {
    ToyExecution run = ToyExecution.of("thread a { yield; assert 0 }", "thread b { yield }");
    run.run("a", "b");

    run.keep(1);
    run.program.run(run.schedule, run.trace);
    assertThat(run.trace.failures()).hasSize(1);
  }
}
