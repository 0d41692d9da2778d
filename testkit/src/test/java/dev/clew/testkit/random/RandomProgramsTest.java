package dev.clew.testkit.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.oracle.OracleRun;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyParser;
import dev.clew.testkit.toy.ToyPrinter;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Random programs are repeatable, varied, valid and small. */
final class RandomProgramsTest {
  private static final int PROGRAMS = 2_000;

  @Test
  void oneSeedGivesOneProgram() {
    for (int seed = 0; seed < 100; seed++) {
      assertThat(RandomPrograms.generate(seed, 4, 5))
          .isEqualTo(RandomPrograms.generate(seed, 4, 5));
    }
  }

  @Test
  void everyStatementAndDeclarationOccurs() {
    Set<String> seen = new TreeSet<>();
    for (int seed = 0; seed < PROGRAMS; seed++) {
      Toy program = RandomPrograms.generate(seed, 4, 5);
      for (Toy.Global global : program.globals()) {
        seen.add(global.kind() + (global.size() < 0 ? "" : "[]"));
      }
      for (Toy.ThreadCode thread : program.threads()) {
        seen.add(thread.size() < 0 ? "thread" : "thread[]");
        seen.add(thread.role().name());
        note(thread.body(), seen);
      }
    }

    Stream<String> records =
        Stream.of(Toy.Statement.class.getPermittedSubclasses()).map(Class::getSimpleName);
    assertThat(seen).containsAll(records.toList());
    assertThat(seen).containsAll(Arrays.stream(Toy.Verb.values()).map(Enum::name).toList());
    assertThat(seen).containsAll(Arrays.stream(Toy.GlobalKind.values()).map(Enum::name).toList());
    assertThat(seen).containsAll(Arrays.stream(Toy.Role.values()).map(Enum::name).toList());
    assertThat(seen)
        .contains("LOCK timed", "PARK timed", "JOIN timed", "ACQUIRE timed", "READLOCK timed")
        .contains("WRITELOCK timed", "WAIT timed", "thread[]", "ATOMIC[]", "SHARED[]", "LOCK[]")
        .contains("CONDITION[]", "SEMAPHORE[]", "RWLOCK[]");
  }

  private static void note(List<Toy.Statement> statements, Set<String> seen) {
    for (Toy.Statement statement : statements) {
      seen.add(statement.getClass().getSimpleName());
      if (statement instanceof Toy.If s) {
        note(s.then(), seen);
        note(s.otherwise(), seen);
      } else if (statement instanceof Toy.While s) {
        note(s.body(), seen);
      } else if (statement instanceof Toy.Repeat s) {
        note(s.body(), seen);
      } else if (statement instanceof Toy.Act s) {
        seen.add(s.verb() + (s.timed() ? " timed" : ""));
      } else if (statement instanceof Toy.Wait s && s.timed()) {
        seen.add("WAIT timed");
      }
    }
  }

  @Test
  void everyProgramIsValidText() {
    for (int seed = 0; seed < PROGRAMS; seed++) {
      Toy program = RandomPrograms.generate(seed, 4, 5);
      String text = ToyPrinter.print(program);

      assertThat(ToyPrinter.print(ToyParser.parse(program.name(), text))).isEqualTo(text);
    }
  }

  @Test
  void mostProgramsAreSmallAndHaveSomethingToFind() {
    int counted = 0;
    int interesting = 0;
    int deadlocking = 0;
    int failing = 0;
    int racing = 0;
    for (int seed = 0; seed < 1_000; seed++) {
      OracleRun run =
          OracleRun.byPrefixClasses(RandomPrograms.generate(seed, 4, 4), 6_000).orElse(null);
      if (run != null) {
        counted++;
        interesting += run.classes().size() > 1 ? 1 : 0;
        deadlocking += run.deadlocks() > 0 ? 1 : 0;
        failing += run.failures().isEmpty() ? 0 : 1;
        racing += run.racyVariables().isEmpty() ? 0 : 1;
      }
    }
    assertThat(counted).isGreaterThan(950);
    assertThat(interesting).isGreaterThan(600);
    assertThat(deadlocking).isBetween(200, 600);
    assertThat(failing).isBetween(30, 200);
    assertThat(racing).isBetween(50, 300);
  }
}
