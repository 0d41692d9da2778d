package dev.clew.testkit.toy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.clew.testkit.toy.Toy.Binary;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Global;
import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.If;
import dev.clew.testkit.toy.Toy.Local;
import dev.clew.testkit.toy.Toy.Position;
import dev.clew.testkit.toy.Toy.Read;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Unary;
import dev.clew.testkit.toy.Toy.Write;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the parser accepts, and where and how it says that it does not. */
final class ToyParserTest {
  private static final String OBJECTS =
      "atomic n = 0; shared p = 0; atomic slot[4] = 0; lock m; lock ms[2]; condition c;"
          + " semaphore s = 1; rwlock rw; barrier b = 2; thread other { }; thread pool[3] { }\n";

  @Test
  void declarationsAndStatementsHaveThePositionOfTheirFirstCharacter() {
    Toy toy = ToyParser.parse("p", "atomic n = -3\n\n  thread t[2] {\n    r = n ; n = r + 1\n  }");

    assertThat(toy.globals())
        .containsExactly(new Global(GlobalKind.ATOMIC, "n", -1, -3, new Position(1, 1)));
    ThreadCode thread = toy.threads().get(0);
    assertThat(thread.size()).isEqualTo(2);
    assertThat(thread.at()).isEqualTo(new Position(3, 3));
    assertThat(thread.body()).hasSize(2);
    assertThat(thread.body().get(0)).isInstanceOf(Read.class);
    assertThat(thread.body().get(0).at()).isEqualTo(new Position(4, 5));
    assertThat(thread.body().get(1)).isInstanceOf(Write.class);
    assertThat(thread.body().get(1).at()).isEqualTo(new Position(4, 13));
  }

  @Test
  void productsBindTighterThanSumsAndOperatorsGroupToTheLeft() {
    Toy toy = ToyParser.parse("p", "thread t { r = 8 - 2 - 3 * a }");

    Toy.Assign assign = (Toy.Assign) toy.threads().get(0).body().get(0);
    assertThat(assign.value())
        .isEqualTo(
            new Binary(
                "-",
                new Binary("-", new Constant(8), new Constant(2)),
                new Binary("*", new Constant(3), new Local("a"))));
  }

  @Test
  void minusBeforeANumberIsAConstantAndBeforeAnythingElseAnOperator() {
    Toy toy = ToyParser.parse("p", "thread t { r = -2147483648; s = -(1); u = 1 - -1 }");

    List<Toy.Statement> body = toy.threads().get(0).body();
    assertThat(((Toy.Assign) body.get(0)).value()).isEqualTo(new Constant(Integer.MIN_VALUE));
    assertThat(((Toy.Assign) body.get(1)).value()).isEqualTo(new Unary("-", new Constant(1)));
    assertThat(((Toy.Assign) body.get(2)).value())
        .isEqualTo(new Binary("-", new Constant(1), new Constant(-1)));
  }

  @Test
  void elseIfIsAnIfWithinElseWhereverTheLinesEnd() {
    Toy toy = ToyParser.parse("p", "thread t {\nif a { yield }\nelse if b\n{ yield } else { }\n}");

    If branch = (If) toy.threads().get(0).body().get(0);
    assertThat(branch.otherwise()).hasSize(1).first().isInstanceOf(If.class);
  }

  @Test
  void namesCanBeUsedBeforeTheyAreDeclared() {
    Toy toy = ToyParser.parse("p", "thread t { r = late }\natomic late = 1");

    assertThat(toy.threads().get(0).body().get(0)).isInstanceOf(Read.class);
  }

  @Test
  void aLineEndOfWindowsIsALineEnd() {
    Toy toy = ToyParser.parse("p", "atomic n = 0\r\nthread t {\r\n  r = n // read\r\n}\r\n");

    assertThat(toy.threads().get(0).body()).hasSize(1);
  }

  @Test
  void aHugeTextIsReadWithoutOverflowingTheStack() {
    String text = "atomic n = 0\nthread t {\n" + "n = 1\n".repeat(200_000) + "}\n";

    assertThat(ToyParser.parse("p", text).threads().get(0).body()).hasSize(200_000);
  }

  @ParameterizedTest(name = "{3}")
  @MethodSource({"syntax", "names", "kinds", "rules", "nesting"})
  void theFirstErrorIsReportedWithItsPlace(String text, int line, int column, String problem) {
    ToySyntaxException error =
        catchThrowableOfType(ToySyntaxException.class, () -> ToyParser.parse("p.toy", text));

    assertThat(error).as("an error").isNotNull();
    assertThat(error.problem()).contains(problem);
    assertThat(error.line() + ":" + error.column()).isEqualTo(line + ":" + column);
    assertThat(error).hasMessage("p.toy:" + line + ":" + column + ": " + error.problem());
  }

  static Stream<Arguments> syntax() {
    return Stream.of(
        at(1, 1, "unknown declaration 'thred'; did you mean 'thread'?", "thred t { }"),
        at(1, 1, "expected one of atomic, shared,", "banana t"),
        at(1, 1, "the statement 'yield' stands outside a thread", "yield"),
        at(1, 1, "expected a declaration or a thread, found '}'", "}"),
        at(1, 8, "expected the name of the atomic, found '='", "atomic = 0"),
        at(1, 8, "'lock' is a word of the language", "thread lock { }"),
        at(1, 8, "'self' is a word of the language", "atomic self = 0"),
        at(1, 12, "expected a number, found the end of the line", "atomic n = \n"),
        at(1, 14, "expected the end of the statement, found 'x'", "atomic n = 0 x"),
        at(1, 12, "'=' and the number of permits", "semaphore s"),
        at(1, 10, "'=' and the number of parties", "barrier b\n"),
        at(1, 8, "expected the end of the statement, found '='", "lock m = 1"),
        at(1, 10, "expected '{', found the end of the text", "thread t "),
        at(2, 7, "expected '}' to close the block that begins at line 1", "thread t {\nyield "),
        at(2, 1, "unknown statement 'lokc'; did you mean 'lock'?", "thread t {\nlokc m\n}"),
        at(2, 3, "expected '=' after 'r', found '+'", "thread t {\nr + 1\n}"),
        at(2, 1, "expected a statement, found '3'", "thread t {\n3 = r\n}"),
        at(2, 5, "expected an expression, found the end of the line", "thread t {\nr = \n}"),
        at(2, 9, "expected an expression, found ')'", "thread t {\nr = 1 + )\n}"),
        at(2, 11, "expected ')', found the end of the line", "thread t {\nr = (1 + 2\n}"),
        at(2, 6, "expected '{', found '='; did you mean '=='?", "thread t {\nif a = 1 { }\n}"),
        at(2, 8, "'&' is unknown; did you mean '&&'?", "thread t {\nif (a) & b { }\n}"),
        at(2, 5, "the character '#' has no meaning", "thread t {\nr = #\n}"),
        at(2, 5, "the character U+00E9 has no meaning", "thread t {\nr = \u00e9\n}"),
        at(2, 5, "2147483648 is too large", "thread t {\nr = 2147483648\n}"),
        at(2, 5, "99999999999999999999 is too large", "thread t {\nr = 99999999999999999999\n}"),
        at(2, 5, "a name cannot begin with a digit", "thread t {\nr = 3x\n}"),
        at(2, 10, "does not end before the end of the line", "thread t {\nassert r \"oh\n}"),
        at(2, 11, "only \" \\ n r t", "thread t {\nassert r \"\\q\"\n}"),
        at(2, 1, "'else' without an 'if'", "thread t {\nelse { }\n}"),
        at(2, 1, "declarations stand outside the threads", "thread t {\natomic x = 1\n}"),
        at(2, 1, "the value goes into a local: r = choose 2", "thread t {\nchoose 2\n}"),
        at(2, 8, "how often to repeat", "thread t {\nrepeat n { }\n}"),
        at(2, 6, "stands alone", "thread t {\nr = (trylock m)\n}"));
  }

  static Stream<Arguments> names() {
    return Stream.of(
        on(6, "there is no lock 'mm'; did you mean 'm'?", "lock mm"),
        on(8, "there is no condition 'cond'", "notify cond"),
        on(6, "there is no thread 'othr'; did you mean 'other'?", "join othr"),
        on(5, "there is no array 'slto'; did you mean 'slot'?", "r = slto[1]"),
        on(1, "there is no array 'slt'; did you mean 'slot'?", "slt[1] = 3"),
        on(9, "there is no atomic variable 'nn'; did you mean 'n'?", "r = add(nn, 1)"),
        on(9, "read 'n' into a local first: one shared access per statement", "r = 1 + n"),
        on(5, "read 'n' into a local first: one shared access per statement", "r = n + 1"),
        on(4, "read 'n' into a local first: one shared access per statement", "if n == 0 { }"),
        on(5, "read 'p' into a local first: one shared access per statement", "n = p"),
        on(10, "read 'n' into a local first: one shared access per statement", "slot[1 + n] = 0"),
        on(5, "unknown operation 'trylok'; did you mean 'trylock'?", "r = trylok m"),
        on(5, "unknown operation 'ad'; did you mean 'add'?", "r = ad(n, 1)"),
        on(9, "'m' is a lock, not a value", "r = 1 + m"),
        on(5, "'other' is a thread, not a value", "r = other"),
        on(1, "'m' is a lock, not a variable", "m = 1"),
        on(1, "'self' is the index of the thread", "self = 1"));
  }

  static Stream<Arguments> kinds() {
    return Stream.of(
        on(6, "'n' is an atomic variable, expected a lock", "lock n"),
        on(6, "'c' is a condition, expected a lock", "lock c"),
        on(8, "'m' is a lock, expected a condition", "notify m"),
        on(6, "'m' is a lock, expected a condition", "wait m c"),
        on(8, "'c' is a condition, expected a lock", "wait c c"),
        on(9, "'m' is a lock, expected a semaphore", "acquire m"),
        on(10, "'m' is a lock, expected a read-write lock", "readlock m"),
        on(8, "'s' is a semaphore, expected a barrier", "arrive s"),
        on(8, "'m' is a lock, expected a thread", "unpark m"),
        on(6, "'n' is no array, it takes no index", "swap(n[0], 1)"),
        on(6, "'other' is no array, it takes no index", "join other[0]"),
        on(6, "'ms' is an array: say which element, ms[0]", "lock ms"),
        on(5, "'slot' is an array: say which element, slot[0]", "r = slot"),
        on(1, "'slot' is an array: say which element, slot[0]", "slot = 1"),
        on(6, "'pool' is an array: say which element, pool[0]", "join pool"),
        on(9, "'p' is a shared variable, expected an atomic variable", "r = add(p, 1)"),
        on(10, "'p' is a shared variable, expected an atomic variable", "r = swap(p, 1)"),
        on(9, "'p' is a shared variable, expected an atomic variable", "r = cas(p, 1, 2)"));
  }

  static Stream<Arguments> rules() {
    return Stream.of(
        on(1, "index 4 is out of range: 'slot' has 4 elements", "slot[4] = 1"),
        on(5, "index -1 is out of range: 'slot' has 4 elements", "r = slot[-1]"),
        on(6, "index 3 is out of range: 'pool' has 3 elements", "join pool[3]"),
        on(1, "'unlock' has no result", "r = unlock m"),
        on(1, "'trylock' cannot be timed", "r = trylock m timed"),
        on(1, "'arrive' cannot be timed", "arrive b timed"),
        on(1, "choose needs at least 1 value", "r = choose 0"),
        on(1, "repeated less than 0 times", "repeat -1 { }"),
        at(2, 1, "'n' is declared already, at line 1", "atomic n = 0\nlock n"),
        at(2, 1, "'n' is declared already, at line 1", "atomic n = 0\nthread n { }"),
        at(1, 13, "an array has at least 1 element", "atomic slot[0] = 0"),
        at(1, 1, "a semaphore starts with 0 to 10000 permits", "semaphore s = -1"),
        at(1, 1, "a barrier has at least 1 party", "barrier b = 0"),
        at(1, 1, "a barrier cannot be an array", "barrier b[2] = 2"),
        at(2, 1, "more than 1000000 objects", "atomic a[999999] = 0\nlock m[2]"),
        at(1, 1, "too many read-write locks", "rwlock rw[100000]\nthread t[1000] { }"),
        at(1, 1, "more than 1000 threads", "thread t[1001] { }"),
        at(1, 14, "a thread cannot start itself", "thread main {start main }"),
        at(1, 18, "array cannot start threads", "thread pool[2] { start t }; thread t { }"),
        at(
            3,
            12,
            "'t' is started by 'a' already",
            "thread t { }\nthread a { start t }\nthread b { start t }"));
  }

  static Stream<Arguments> nesting() {
    return Stream.of(
        at(1, 216, "nested at most 200 deep", "thread t { r = " + "(".repeat(300)),
        at(1, 216, "nested at most 200 deep", "thread t { r = " + "!".repeat(100_000) + "1 }"),
        at(1, 4018, "at most 1000 operators", "thread t { r = 1" + " + 1".repeat(5_000) + " }"),
        at(
            1,
            2010,
            "blocks can be nested at most 200 deep",
            "thread t { " + "while a { ".repeat(50_000)),
        at(1, 2803, "blocks can be nested", "thread t {" + " if a { } else".repeat(50_000)));
  }

  @Test
  void aTreeThatWasBuiltIsHeldToTheSameRules() {
    Toy toy =
        new Toy(
            "built",
            List.of(new Global(GlobalKind.LOCK, "m", -1, 0, Position.NONE)),
            List.of(
                new ThreadCode(
                    "t",
                    -1,
                    List.of(new Toy.Assign("r", new Local("m"), Position.NONE)),
                    Position.NONE)));

    assertThatThrownBy(() -> ToyProgram.of(toy))
        .isInstanceOf(ToySyntaxException.class)
        .hasMessageContaining("built:0:0: ")
        .hasMessageContaining("'m'");
  }

  private static Arguments at(int line, int column, String problem, String text) {
    return Arguments.of(text, line, column, problem);
  }

  /** A statement in a thread of its own, after some declarations; it stands in line 3. */
  private static Arguments on(int column, String problem, String statement) {
    return at(3, column, problem, OBJECTS + "thread t {\n" + statement + "\n}");
  }
}
