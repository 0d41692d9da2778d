package dev.clew.testkit.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.oracle.OracleRun;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyParser;
import dev.clew.testkit.toy.ToyPrinter;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The shrinker ends at a program that cannot be made smaller. */
final class ShrinkerTest {

  @Test
  void everythingThatDoesNotMatterGoes() {
    Toy program =
        ToyParser.parse(
            "large",
            """
            atomic x[2] = 3; lock m; semaphore s = 2
            thread main { start w[0]; lock m; r = x[1]; if r > 1 { x[0] = r + 1 }; unlock m }
            thread w[2] { repeat 2 { r = cas(x[self], self + 2, 4); acquire s 2 }; join main }
            """);

    Toy smallest = Shrinker.shrink(program, toy -> ToyPrinter.print(toy).contains("cas("));

    assertThat(ToyPrinter.print(smallest))
        .isEqualToIgnoringWhitespace("atomic x = 0 thread w { cas(x, 0, 0) }");
  }

  @Test
  void aDeadlockIsLeftWithItsTwoLocks() {
    Toy program =
        ToyParser.parse(
            "noisy",
            """
            atomic x = 0; lock m; lock n; rwlock w
            thread a { x = 1; lock m; r = x; lock n; unlock n; x = r; unlock m }
            thread b { readlock w; lock n; if r == 0 { lock m; r = x; unlock m }; unlock n }
            thread c { repeat 2 { add(x, 1) }; r = trylock m; if r { unlock m } }
            """);

    Toy smallest = Shrinker.shrink(program, ShrinkerTest::deadlocksSometimes);

    // The release that makes the deadlock avoidable, and two lockings in each order.
    assertThat(smallest.threads()).hasSize(2);
    assertThat(ToyPrinter.print(smallest)).doesNotContain("x").doesNotContain("w");
  }

  @Test
  void nothingSmallerStillFails() {
    Predicate<Toy> question = ShrinkerTest::deadlocksSometimes;
    int shrunk = 0;
    for (int seed = 0; seed < 100; seed++) {
      Toy program = RandomPrograms.generate(seed, 3, 4);
      if (question.test(program)) {
        Toy smallest = Shrinker.shrink(program, question);

        assertThat(question.test(smallest)).isTrue();
        assertThat(Shrinker.reductions(smallest)).noneMatch(question);
        assertThat(Shrinker.shrink(program, question)).isEqualTo(smallest);
        shrunk++;
      }
    }
    assertThat(shrunk).isGreaterThan(5);
  }

  @Test
  void everyReductionIsValidText() {
    for (int seed = 0; seed < 200; seed++) {
      for (Toy smaller : Shrinker.reductions(RandomPrograms.generate(seed, 4, 5))) {
        String text = ToyPrinter.print(smaller);

        assertThat(ToyPrinter.print(ToyParser.parse(smaller.name(), text))).isEqualTo(text);
      }
    }
  }

  private static boolean deadlocksSometimes(Toy program) {
    Optional<OracleRun> run = OracleRun.byPrefixClasses(program, 6_000);
    return run.isPresent()
        && run.get().deadlocks() > 0
        && run.get().deadlocks() < run.get().classes().size();
  }
}
