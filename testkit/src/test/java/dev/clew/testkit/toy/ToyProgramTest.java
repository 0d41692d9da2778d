package dev.clew.testkit.toy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.trace.Names;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Numbers, names and the hash of a program. */
final class ToyProgramTest {
  private static final String TEXT =
      """
      shared p = 0 // plain
      atomic slot[2] = 0
      lock m
      thread main { start late; unpark late }
      thread late {
          r = alive pool[1]  // asks
      }
      thread pool[2] { interrupt main; join late timed }
      """;

  @Test
  void threadsAndObjectsAreNumberedInTheOrderOfTheText() {
    ToyProgram program = ToyProgram.parse("dir/p.toy", TEXT);
    Names names = program.names();

    assertThat(IntStream.range(0, program.threadCount()).mapToObj(names::thread))
        .containsExactly("main", "late", "pool[0]", "pool[1]", "clock");
    List<String> objects =
        IntStream.range(0, program.objectCount()).mapToObj(names::object).toList();
    assertThat(objects)
        .containsExactly(
            "p",
            "slot[0]",
            "slot[1]",
            "m",
            "permit of main",
            "permit of late",
            "permit of pool[0]",
            "permit of pool[1]",
            "interrupt status of main",
            "interrupt status of late",
            "interrupt status of pool[0]",
            "interrupt status of pool[1]",
            "liveness of main",
            "liveness of late",
            "liveness of pool[0]",
            "liveness of pool[1]");
    for (int object = 0; object < objects.size(); object++) {
      assertThat(program.objectNamed(objects.get(object))).isEqualTo(object);
    }
    assertThat(program.objectNamed("slot")).isEqualTo(-1);
    assertThat(program.interruptStatus(0)).isEqualTo(8);
    assertThat(program.interruptStatus(1)).isEqualTo(-1);
    assertThat(program.interruptStatus(4)).isEqualTo(-1);
  }

  @Test
  void positionsAreLinesOfTheText() {
    Names names = ToyProgram.parse("dir/p.toy", TEXT).names();

    assertThat(names.file(6)).isEqualTo("dir/p.toy");
    assertThat(names.line(6)).isEqualTo(6);
    assertThat(names.text(6)).isEqualTo("r = alive pool[1]  // asks");
    assertThat(names.text(0)).isEmpty();
    assertThat(names.text(1000)).isEmpty();
  }

  @Test
  void aTreeHasTheLinesOfItsPrintedText() {
    ToyProgram program = ToyProgram.of(ToyParser.parse("p", TEXT));

    assertThat(program.names().text(9)).isEqualTo("r = alive pool[1]");
    assertThat(program.toy().threads().get(1).body().get(0).at().line()).isEqualTo(9);
  }

  @Test
  void onlySharedVariablesArePlainAndCanBeMadeVisible() {
    ToyProgram program = ToyProgram.parse("p", TEXT);

    assertThat(program.isPlain(0)).isTrue();
    assertThat(program.isPlain(1)).isFalse();
    assertThatThrownBy(() -> program.makeVisible(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("slot[0]");
  }

  @Test
  void objectsThatNoStatementUsesDoNotExist() {
    ToyProgram program = ToyProgram.parse("p", "atomic x = 0\nthread t[64] { x = 1 }");

    assertThat(program.objectCount()).isEqualTo(1);
    assertThat(program.threadCount()).isEqualTo(64);
  }

  @Test
  void theHashIsThatOfTheProgramAndNotOfItsLayout() {
    ToyProgram program = ToyProgram.parse("p", "atomic x = 0\nthread t { x = 1 }");
    ToyProgram same = ToyProgram.parse("q", "atomic x=0 // so\n\nthread t {\n x = 1;\n}");
    ToyProgram other = ToyProgram.parse("p", "atomic x = 0\nthread t { x = 2 }");

    assertThat(program.sourceHash()).matches("[0-9a-f]{64}").isEqualTo(same.sourceHash());
    assertThat(program.sourceHash()).isNotEqualTo(other.sourceHash());
  }
}
