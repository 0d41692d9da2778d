package dev.clew.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyParser;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Both oracles reproduce numbers of trace classes that are known from the literature. */
final class KnownCountsTest {
  private static final int ENOUGH = 1_000_000;

  @ParameterizedTest(name = "{0}: {1} classes, {2} deadlocks")
  @MethodSource({"litmusTests", "families"})
  void bothOraclesCountWhatIsKnown(String name, int classes, int deadlocks, String text) {
    Toy program = ToyParser.parse(name, text);
    OracleRun one = OracleRun.byInterleavings(program, ENOUGH).orElseThrow();
    OracleRun two = OracleRun.byPrefixClasses(program, ENOUGH).orElseThrow();

    assertThat(one.classes()).hasSize(classes);
    assertThat(two.classes()).hasSize(classes);
    assertThat(one.deadlocks()).isEqualTo(deadlocks);
    assertThat(two.deadlocks()).isEqualTo(deadlocks);
  }

  @ParameterizedTest(name = "{0}: {1} classes")
  @MethodSource("largerFamilies")
  void thePrefixClassOracleCountsWhatIsKnownOfLargerPrograms(
      String name, int classes, String text) {
    Toy program = ToyParser.parse(name, text);
    OracleRun two = OracleRun.byPrefixClasses(program, ENOUGH).orElseThrow();

    assertThat(two.classes()).hasSize(classes);
    assertThat(two.deadlocks()).isZero();
  }

  static Stream<Arguments> litmusTests() {
    String xy = "atomic x = 0; atomic y = 0;";
    return Stream.of(
        known("SB", 3, 0, xy + "thread a { x = 1; r = y }; thread b { y = 1; r = x }"),
        known("LB", 3, 0, xy + "thread a { r = x; y = 1 }; thread b { r = y; x = 1 }"),
        known("MP", 3, 0, xy + "thread a { x = 1; y = 1 }; thread b { r = y; k = x }"),
        known("S", 3, 0, xy + "thread a { x = 2; y = 1 }; thread b { r = y; x = 1 }"),
        known("2+2W", 3, 0, xy + "thread a { x = 1; y = 2 }; thread b { y = 1; x = 2 }"),
        known(
            "WRC",
            7,
            0,
            xy + "thread a { x = 1 }; thread b { r = x; y = 1 }; thread c { r = y; k = x }"),
        known(
            "IRIW",
            15,
            0,
            xy
                + "thread a { x = 1 }; thread b { y = 1 };"
                + "thread c { r = x; k = y }; thread d { r = y; k = x }"),
        known(
            "W||W||RR||RR",
            72,
            0,
            "atomic x = 0; thread a { x = 1 }; thread b { x = 2 };"
                + "thread c { r = x; k = x }; thread d { r = x; k = x }"),
        known(
            "AB-BA",
            3,
            1,
            "lock a; lock b; thread t { lock a; lock b; unlock b; unlock a };"
                + "thread u { lock b; lock a; unlock a; unlock b }"),
        known(
            "philosophers",
            7,
            1,
            "lock fork[3]; thread philosopher[3] {"
                + "lock fork[self]; lock fork[(self + 1) % 3];"
                + "unlock fork[(self + 1) % 3]; unlock fork[self] }"),
        known("independent", 1, 0, "atomic x[3] = 0; thread t[3] { x[self] = 1; r = x[self] }"));
  }

  static Stream<Arguments> families() {
    return Stream.of(
        known("increment 4", 24, 0, "atomic x = 0; thread t[4] { add(x, 1) }"),
        known("write 4", 24, 0, "atomic x = 0; thread t[4] { x = self }"),
        known("mutex 2", 2, 0, mutex(2)),
        known("mutex 3", 6, 0, mutex(3)),
        known("mutex 4", 24, 0, mutex(4)),
        known("lost update 2", 4, 0, lostUpdate(2)),
        known("lost update 3", 36, 0, lostUpdate(3)),
        known("readers 1", 2, 0, readers(1)),
        known("readers 3", 8, 0, readers(3)),
        known("readers 5", 32, 0, readers(5)),
        known("casrot 2", 2, 0, rotation(2)),
        known("casrot 3", 5, 0, rotation(3)),
        known("casrot 4", 14, 0, rotation(4)),
        known("casrot 5", 43, 0, rotation(5)),
        known("casw 2", 6, 0, compareThenWrite(2)),
        known("casw 3", 66, 0, compareThenWrite(3)),
        known("lastzero 3", 12, 0, lastZero(3)));
  }

  static Stream<Arguments> largerFamilies() {
    return Stream.of(
        Arguments.of("mutex 5", 120, mutex(5)),
        Arguments.of("lost update 4", 576, lostUpdate(4)),
        Arguments.of("readers 8", 256, readers(8)),
        Arguments.of("casrot 7", 523, rotation(7)),
        Arguments.of("casw 4", 1200, compareThenWrite(4)),
        Arguments.of("lastzero 5", 64, lastZero(5)));
  }

  private static Arguments known(String name, int classes, int deadlocks, String text) {
    return Arguments.of(name, classes, deadlocks, text);
  }

  private static String mutex(int n) {
    return "lock m; atomic x = 0; thread t[%d] { lock m; r = x; x = r + 1; unlock m }".formatted(n);
  }

  private static String lostUpdate(int n) {
    return "atomic x = 0; thread t[%d] { r = x; x = r + 1 }".formatted(n);
  }

  private static String readers(int n) {
    return "atomic x = 0; thread writer { x = 1 }; thread reader[%d] { r = x }".formatted(n);
  }

  private static String rotation(int n) {
    return "atomic x = 0; thread t[%d] { cas(x, self, self + 1) }".formatted(n);
  }

  private static String compareThenWrite(int n) {
    return "atomic x = 0; thread t[%d] { cas(x, 0, 1); x = self + 3 }".formatted(n);
  }

  private static String lastZero(int n) {
    String search = "thread search { i = %d; r = a[i]; while r != 0 { i = i - 1; r = a[i] } };";
    String writers =
        IntStream.rangeClosed(1, n)
            .mapToObj(j -> "thread w%d { r = a[%d]; a[%d] = r + 1 };".formatted(j, j - 1, j))
            .reduce("", String::concat);
    return "atomic a[%d] = 0;".formatted(n + 1) + search.formatted(n) + writers;
  }
}
