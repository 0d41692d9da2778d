package dev.clew.testkit.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.LoopComparison;
import dev.clew.testkit.random.LoopingPrograms;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyParser;
import dev.clew.testkit.toy.ToyPrinter;
import org.junit.jupiter.api.Test;

/** Programs that may go round for ever, but have finitely many states. */
final class StatefulLoopsTest {
  private static final int PROGRAMS = 400;

  @Test
  void allSearchesSayOfEndlessLoopsWhatTheGraphOfAllStatesShows() {
    LoopComparison comparison = new LoopComparison();
    for (int seed = 0; seed < PROGRAMS; seed++) {
      Toy program = LoopingPrograms.generate(seed);
      assertThat(comparison.compare(program).orElse("")).as(ToyPrinter.print(program)).isEmpty();
    }
    assertThat(comparison.programs()).isGreaterThan(PROGRAMS / 2);
    assertThat(comparison.endless()).isGreaterThan(PROGRAMS / 5);
    assertThat(comparison.livelocks()).isBetween(PROGRAMS / 20L, PROGRAMS * 2L / 3);
  }

  /** What a thread did before it went round must not decide whether going round is a livelock. */
  @Test
  void whoTriesInVainForeverIsALivelockWhereOthersWouldChangeSomething() {
    String rounds =
        """
        lock m
        thread t0 {
          %s
          while 1 {
            g = 0
            while g == 0 {
              g = trylock m
            }
            unlock m
            k = 0
            while k == 0 {
              k = choose 2
            }
          }
        }
        thread t1 {
          while 1 {
            lock m
            unlock m
          }
        }
        """;
    for (String before : new String[] {"k = 0", "k = 1"}) {
      LoopComparison comparison = new LoopComparison();
      Toy program = ToyParser.parse("rounds", rounds.formatted(before));
      assertThat(comparison.compare(program)).as(before).contains("");
      assertThat(comparison.livelocks()).as(before).isOne();
    }
  }
}
