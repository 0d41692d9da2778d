package dev.clew.testkit.toy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.trace.Dependence;
import dev.clew.trace.Ending;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Variables, local computation, choices, and accesses that are only watched. */
final class ToyVariablesTest {
  @Test
  void accessesRecordWhatTheyFoundAndWhatTheyLeft() {
    ToyExecution run =
        ToyExecution.of(
                "atomic x = 5",
                "thread t {",
                "  r = x; x = r + 2; a = add(x, 3); b = swap(x, 1)",
                "  c = cas(x, 1, 9); d = cas(x, 1, 8)",
                "  assert r == 5 && a == 7 && b == 10 && c == 1 && d == 0",
                "}")
            .run();

    assertThat(run.events())
        .containsExactly(
            "t READ x",
            "t WRITE x",
            "t READ_MODIFY_WRITE x",
            "t READ_MODIFY_WRITE x",
            "t COMPARE_AND_SET x",
            "t COMPARE_AND_SET x");
    Trace trace = run.trace;
    assertThat(column(run, trace::before)).containsExactly(5, 5, 7, 10, 1, 9);
    assertThat(column(run, trace::value)).containsExactly(5, 7, 10, 1, 1, 0);
    assertThat(column(run, trace::expected)).containsExactly(0, 0, 0, 0, 1, 1);
    assertThat(column(run, trace::modes))
        .containsExactly(
            Dependence.READ,
            Dependence.WRITE,
            Dependence.WRITE,
            Dependence.WRITE,
            Dependence.WRITE,
            Dependence.READ);
    assertThat(trace.failures()).isEmpty();
    assertThat(trace.ending()).isEqualTo(Ending.COMPLETED);
  }

  @ParameterizedTest
  @CsvSource({
    "2 + 3 * 4, 14",
    "(2 + 3) * 4, 20",
    "7 / 2, 3",
    "-7 / 2, -3",
    "-7 % 3, -1",
    "2147483647 + 1, -2147483648",
    "-2147483648 / -1, -2147483648",
    "8 - 2 - 3, 3",
    "a - b - 3, 4",
    "3 - a, -7",
    "-(a), -10",
    "!a, 0",
    "!!a, 1",
    "a == 10, 1",
    "a != 10, 0",
    "a < b, 0",
    "b < a, 1",
    "a <= 10, 1",
    "a > b, 1",
    "a >= 11, 0",
    "a && b, 1",
    "a && 0, 0",
    "0 || b, 1",
    "0 || 0, 0",
    "a + b * a - b, 37",
    "(a + 1) * (b - 1) % 7 == 1 && a > b || 0, 1",
    "undefined, 0",
    "self + 1, 1"
  })
  void expressionsAreThoseOfJava(String expression, int expected) {
    ToyExecution run =
        ToyExecution.of("atomic x = 0", "thread t { a = 10; b = 3; r = " + expression + "; x = r }")
            .run();

    assertThat(run.trace.value(0)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "a == 10, 1", "a != 10, 0", "a < 11, 1", "a < 10, 0", "a <= 10, 1", "a > 9, 1", "a >= 11, 0",
    "!(a == 10), 0", "!(a < 3), 1", "a, 1", "!a, 0", "a - 10, 0", "a > 3 && a < 5, 0", "1, 1"
  })
  void branchesAndLoopsAndAssertionsAgreeOnTruth(String condition, int expected) {
    ToyExecution run =
        ToyExecution.of(
                "atomic x = 0",
                "thread t {",
                "  a = 10; i = 0",
                "  if " + condition + " { i = i + 1 } else { i = i + 10 }",
                "  n = 0",
                "  while n == 0 && (" + condition + ") { i = i + 100; n = 1 }",
                "  x = i",
                "  assert " + condition,
                "}")
            .run();

    assertThat(run.trace.value(0)).isEqualTo(expected == 1 ? 101 : 10);
    assertThat(run.trace.failures()).hasSize(1 - expected);
  }

  @Test
  void loopsRepeatAndNestAndElementsAreNamedByExpressions() {
    ToyExecution run =
        ToyExecution.of(
                "atomic x[6] = 0",
                "thread t {",
                "  repeat 2 { repeat 3 { x[i] = i * i; i = i + 1 } }",
                "  repeat 0 { yield }",
                "  r = x[i - 1]; assert r == 25",
                "}")
            .run();

    assertThat(run.events().subList(0, 6))
        .containsExactly(
            "t WRITE x[0]",
            "t WRITE x[1]",
            "t WRITE x[2]",
            "t WRITE x[3]",
            "t WRITE x[4]",
            "t WRITE x[5]");
    assertThat(run.trace.failures()).isEmpty();
    assertThat(run.trace.size()).isEqualTo(7);
  }

  @Test
  void aThreadOfAnArrayKnowsItsIndex() {
    ToyExecution run = ToyExecution.of("atomic x[3] = 0", "thread t[3] { x[self] = self }").run();

    assertThat(run.events())
        .containsExactly("t[0] WRITE x[0]", "t[1] WRITE x[1]", "t[2] WRITE x[2]");
  }

  @Test
  void aChoiceOffersItsValuesAndTakesTheFirstByItself() {
    ToyExecution run = ToyExecution.of("atomic x = 0", "thread t { c = choose 3; x = c }").run();

    assertThat(run.event(0)).isEqualTo("t CHOICE label 0");
    assertThat(run.trace.optionCount(0)).isEqualTo(3);
    assertThat(run.trace.option(0, 2)).isEqualTo(2);
    assertThat(run.run("t:2").trace.value(1)).isEqualTo(2);
  }

  @Test
  void aChoiceOfOneValueHasALabelAndNoOptions() {
    ToyExecution run = ToyExecution.of("thread t { c = choose 1 }").run();

    assertThat(run.events()).containsExactly("t CHOICE label 0");
    assertThat(run.trace.optionCount(0)).isZero();
  }

  @Test
  void aSharedVariableIsWatchedUntilItIsMadeVisible() {
    ToyExecution run =
        ToyExecution.of(
            "shared p[2] = 0", "atomic x = 0", "thread t {", "p[1] = 7", "x = 1", "r = p[0]", "}");
    run.run();

    assertThat(run.events()).containsExactly("t WRITE x");
    assertThat(run.trace.watched().size()).isEqualTo(2);
    assertThat(run.trace.watched().eventsBefore(0)).isZero();
    assertThat(run.trace.watched().object(0)).isEqualTo(run.program.objectNamed("p[1]"));
    assertThat(run.trace.watched().isWrite(0)).isTrue();
    assertThat(run.trace.watched().position(0)).isEqualTo(4);
    assertThat(run.trace.watched().eventsBefore(1)).isEqualTo(1);
    assertThat(run.trace.watched().isWrite(1)).isFalse();

    run.program.makeVisible(run.program.objectNamed("p[1]"));
    run.run();
    assertThat(run.events()).containsExactly("t WRITE p[1]", "t WRITE x");
    assertThat(run.trace.value(0)).isEqualTo(7);
    assertThat(run.trace.watched().size()).isEqualTo(1);

    run.program.makeVisible(run.program.objectNamed("p[0]"));
    assertThat(run.run().events()).containsExactly("t WRITE p[1]", "t WRITE x", "t READ p[0]");
  }

  @Test
  void yieldAccessesNothing() {
    ToyExecution run = ToyExecution.of("thread t { yield }").run();

    assertThat(run.events()).containsExactly("t YIELD");
    assertThat(run.trace.modes(0)).isZero();
    assertThat(run.last(OpKind.YIELD)).isZero();
  }

  private static int[] column(ToyExecution run, IntUnaryOperator column) {
    return IntStream.range(0, run.trace.size()).map(column).toArray();
  }
}
