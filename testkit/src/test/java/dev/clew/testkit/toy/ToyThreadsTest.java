package dev.clew.testkit.toy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.trace.Dependence;
import dev.clew.trace.Ending;
import org.junit.jupiter.api.Test;

/** Start, join, alive, park and interrupt. */
final class ToyThreadsTest {
  @Test
  void aThreadThatIsStartedDoesNotRunBefore() {
    ToyExecution run =
        ToyExecution.of(
                "atomic x = 0",
                "thread late { x = 2 }",
                "thread main { x = 1; start late; join late }")
            .run();

    assertThat(run.events())
        .containsExactly(
            "main WRITE x", "main START target late", "late WRITE x", "main JOIN target late");
    assertThat(run.trace.modes(1)).isZero();
    assertThat(run.trace.ending()).isEqualTo(Ending.COMPLETED);
  }

  @Test
  void theLocalCodeOfAStartedThreadBelongsToTheStart() {
    ToyExecution run =
        ToyExecution.of(
                "shared p = 0", "thread late { p = 1 }", "thread main { start late; p = 2 }")
            .run();

    assertThat(run.events()).containsExactly("main START target late");
    assertThat(run.trace.watched().size()).isEqualTo(2);
    assertThat(run.trace.watched().thread(0)).isEqualTo(run.thread("late"));
    assertThat(run.trace.watched().eventsBefore(0)).isEqualTo(1);
    assertThat(run.trace.watched().eventsBefore(1)).isEqualTo(1);
  }

  @Test
  void aThreadNeverStartedIsNotPendingButTheOneThatJoinsItIs() {
    ToyExecution run =
        ToyExecution.of("thread late { yield }", "thread main { join late; start late }").run();

    assertThat(run.trace.ending()).isEqualTo(Ending.DEADLOCK);
    assertThat(run.pending()).containsExactly("main JOIN target late");
  }

  @Test
  void aProgramWhoseOnlyThreadsWereNotStartedIsComplete() {
    ToyExecution run =
        ToyExecution.of("thread late { yield }", "thread main { if 0 { start late } }").run();

    assertThat(run.trace.ending()).isEqualTo(Ending.COMPLETED);
    assertThat(run.trace.size()).isZero();
  }

  @Test
  void lifeIsAnObjectOnlyOfThreadsThatAreAskedAbout() {
    ToyExecution run =
        ToyExecution.of(
                "thread late { yield }",
                "thread main { a = alive late; start late; b = alive late; join late;",
                "  c = alive late; assert a == 0 && b == 1 && c == 0 }")
            .run("main", "main", "main", "late", "late");

    assertThat(run.events())
        .containsExactly(
            "main IS_ALIVE liveness of late target late",
            "main START liveness of late target late",
            "main IS_ALIVE liveness of late target late",
            "late YIELD",
            "late END liveness of late",
            "main JOIN target late",
            "main IS_ALIVE liveness of late target late");
    assertThat(run.trace.modes(0)).isEqualTo(Dependence.READ);
    assertThat(run.trace.modes(1)).isEqualTo(Dependence.WRITE);
    assertThat(run.trace.modes(4)).isEqualTo(Dependence.WRITE);
    assertThat(run.trace.failures()).isEmpty();
  }

  @Test
  void aThreadThatIsAskedAboutEndsVisiblyEvenIfItFails() {
    ToyExecution run =
        ToyExecution.of(
                "thread a { assert 0 \"no\" }", "thread b { r = alive a; join a; r = alive a }")
            .run("b", "a");

    assertThat(run.failures()).containsExactly("a ASSERTION: no");
    assertThat(run.events())
        .containsExactly(
            "b IS_ALIVE liveness of a target a",
            "a END liveness of a",
            "b JOIN target a",
            "b IS_ALIVE liveness of a target a");
    assertThat(run.trace.value(0)).isEqualTo(1);
    assertThat(run.trace.value(3)).isZero();
  }

  @Test
  void aPermitIsKeptUntilThePark() {
    ToyExecution run =
        ToyExecution.of("thread p { park; park }", "thread u { unpark p; unpark p }").run("u", "u");

    assertThat(run.events())
        .containsExactly(
            "u UNPARK permit of p target p", "u UNPARK permit of p target p", "p PARK permit of p");
    assertThat(run.trace.modes(0)).isEqualTo(Dependence.SHARE);
    assertThat(run.trace.modes(2)).isEqualTo(Dependence.pack(Dependence.WRITE, Dependence.NONE));
    assertThat(run.pending()).containsExactly("p PARK permit of p");
  }

  @Test
  void aPermitCanBeGivenBeforeTheStartAndAfterTheEnd() {
    ToyExecution run =
        ToyExecution.of(
                "thread late { park }",
                "thread u { unpark late; start late; join late; unpark late }")
            .run();

    assertThat(run.trace.ending()).isEqualTo(Ending.COMPLETED);
    assertThat(run.trace.size()).isEqualTo(5);
  }

  @Test
  void anInterruptEndsAParkAndStaysSet() {
    ToyExecution run =
        ToyExecution.of(
                "atomic x = 0",
                "thread p { park; park; r = interrupted; s = interrupted; x = 10 * r + s }",
                "thread i { unpark p; interrupt p; interrupt p }")
            .run("i", "i", "i");

    assertThat(run.events().subList(1, 8))
        .containsExactly(
            "i INTERRUPT interrupt status of p target p",
            "i INTERRUPT interrupt status of p target p",
            "p PARK permit of p interrupt status of p",
            "p PARK permit of p interrupt status of p",
            "p TEST_INTERRUPT interrupt status of p",
            "p TEST_INTERRUPT interrupt status of p",
            "p WRITE x");
    assertThat(run.trace.before(1)).isZero();
    assertThat(run.trace.before(2)).isEqualTo(1);
    assertThat(run.trace.modes(3)).isEqualTo(Dependence.pack(Dependence.WRITE, Dependence.READ));
    assertThat(run.trace.before(5)).isEqualTo(1);
    assertThat(run.trace.modes(5)).isEqualTo(Dependence.WRITE);
    assertThat(run.trace.modes(6)).isEqualTo(Dependence.READ);
    assertThat(run.trace.value(7)).isEqualTo(10);
  }

  @Test
  void anInterruptOfOneElementMakesTheWholeArrayInterruptible() {
    ToyExecution run =
        ToyExecution.of(
            "thread p[2] { park }",
            "thread i { unpark p[1]; interrupt p[0] }",
            "thread o { park }");

    assertThat(run.program.interruptStatus(0)).isEqualTo(named(run, "interrupt status of p[0]"));
    assertThat(run.program.interruptStatus(1)).isEqualTo(named(run, "interrupt status of p[1]"));
    assertThat(run.program.interruptStatus(2)).isEqualTo(-1);
    assertThat(run.run("i", "p[1]").event(1))
        .isEqualTo("p[1] PARK permit of p[1] interrupt status of p[1]");
  }

  @Test
  void aTargetCanBeComputed() {
    ToyExecution run =
        ToyExecution.of("thread p[3] { park }", "thread u { repeat 3 { unpark p[i]; i = i + 1 } }")
            .run("u", "u", "u");

    assertThat(run.event(2)).isEqualTo("u UNPARK permit of p[2] target p[2]");
    assertThat(run.trace.ending()).isEqualTo(Ending.COMPLETED);
  }

  private static int named(ToyExecution run, String name) {
    int object = run.program.objectNamed(name);
    assertThat(object).isNotNegative();
    return object;
  }
}
