package dev.clew.testkit.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.analyze.Observers;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.SymmetryComparison;
import dev.clew.testkit.corpus.Corpus;
import dev.clew.testkit.corpus.KnownProgram;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Alike threads take turns: one execution of those that differ by their names only. */
final class SymmetryTest {
  private static Outcome explore(String text, StrategyKind strategy, boolean takesTurns) {
    ToyProgram program = Programs.parse(text);
    if (takesTurns) {
      program.takeTurns();
    }
    SearchOptions options = SearchOptions.with(strategy);
    return new Exploration(program, options, Observers.standard(program), Pace.UNHURRIED).explore();
  }

  private static long executions(String text) {
    return explore(text, StrategyKind.OPTIMAL, true).executions();
  }

  private static String workersOnLock(int n) {
    return "lock m\nthread w[" + n + "] { lock m; unlock m }\n";
  }

  /** Every worker takes jobs from the head of a queue of n until there are no more. */
  private static String workersOnQueue(int n) {
    return "atomic head = 0\nthread w[%d] { i = 0; while i < %d { i = add(head, 1) } }\n"
        .formatted(n, n);
  }

  @ParameterizedTest
  @CsvSource({"2", "3", "4", "5", "6"})
  void workersThatAreAlikeCostOneOfAllTheirPermutations(int n) {
    long permutations = 1;
    for (int k = 2; k <= n; k++) {
      permutations *= k;
    }
    assertThat(executions(workersOnLock(n))).isEqualTo(1);
    assertThat(executions(Programs.lostUpdate(n))).isEqualTo(permutations);
    if (n <= 4) {
      long all = explore(workersOnQueue(n), StrategyKind.OPTIMAL, false).executions();
      assertThat(executions(workersOnQueue(n)) * permutations).isEqualTo(all);
    }
  }

  @Test
  void threadsThatTheirNumberTellsApartAreNotAlikeUntilItNoLongerMatters() {
    String text =
        """
        atomic head = 0
        atomic items = 0
        thread t[4] {
          if self == 0 { add(items, 1) } else { add(head, 1) }
        }
        """;
    assertThat(Programs.parse(text).alikeThreads()).containsExactly(-1, -1, 1, 2);
    assertThat(executions(text)).isEqualTo(1);
    String used = "atomic x\nthread t[3] { x = self }\n";
    assertThat(Programs.parse(used).alikeThreads()).containsExactly(-1, -1, -1);
    assertThat(executions(used)).isEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "thread m { join a; join b }                  | true",
        "thread m { join b; join a; x = 1 }           | true",
        "thread m { join a; r = x; join b }           | false",
        "thread m { join a timed; join b timed }      | false",
        "thread m { join a }                          | false",
        "thread m { start a; start b }                | true",
        "thread m { start b; start a; join a; join b }| true",
        "thread m { start a; x = 1; start b }         | false",
        "thread m { start a; start a; start b }       | false",
        "thread m { join a; join c; join b } thread c { } | false",
        "thread m { join c; join a; join b } thread c { } | true",
        "thread m { join b; join a; join c; join b } thread c { } | false",
        "thread m { join b; join a; join c; join b; join a } thread c { } | true",
        "thread m { start a; start c; start b } thread c { } | false",
        "thread m { unpark a; unpark b }              | false",
        "thread m { interrupt b }                     | false",
        "thread m { r = alive a }                     | false",
      })
  void whoNamesAThreadCanTellItApart(String other, boolean isAlike) {
    String text = "atomic x = 0\nthread a { add(x, 1) }\nthread b { add(x, 1) }\n" + other + "\n";
    ToyProgram program = Programs.parse(text);
    assertThat(program.alikeThreads()[1] == 0).isEqualTo(isAlike);
    assertThat(new SymmetryComparison().compare(program.toy()))
        .isEqualTo(isAlike ? Optional.of("") : Optional.empty());
  }

  @ParameterizedTest
  @EnumSource(names = {"OPTIMAL", "SOURCE", "DPOR", "NAIVE"})
  void whatIsWrongIsFound(StrategyKind strategy) {
    String text =
        """
        lock a
        lock b
        atomic turn = 0
        shared p = 0
        thread w[3] {
          i = add(turn, 1)
          if i == 1 { lock b; lock a; unlock a; unlock b }
          if i == 2 { lock a; lock b; unlock b; unlock a; p = 1 }
          if i == 0 { r = p; assert i == 1 "the first fails" }
        }
        """;
    List<FindingKind> kinds =
        explore(text, strategy, true).findings().stream().map(Finding::kind).distinct().toList();
    assertThat(kinds)
        .containsExactlyInAnyOrder(
            FindingKind.DATA_RACE, FindingKind.DEADLOCK, FindingKind.ASSERTION);
  }

  @Test
  void theVerdictSaysSo() {
    assertThat(explore(workersOnLock(3), StrategyKind.OPTIMAL, true).reductions())
        .containsExactly(
            "optimal partial-order reduction", "symmetry: modulo permutation of 3 alike threads");
    assertThat(explore(Programs.AB_BA, StrategyKind.OPTIMAL, true).reductions())
        .contains("symmetry: no threads are alike");
    assertThat(explore(workersOnLock(3), StrategyKind.OPTIMAL, false).reductions()).hasSize(1);
  }

  /** Where time passes it shows whether another thread was joined before one of them ended. */
  @Test
  void whoIsJoinedInBetweenTellsApart() {
    String between =
        """
        atomic x = 0
        thread m { join a; %s }
        thread a { r = join m timed 1000; x = 1 }
        thread c { }
        thread b { r = join m timed 1000; x = 1 }
        """;
    assertThat(Programs.parse(between.formatted("join c; join b")).alikeThreads())
        .containsExactly(-1, -1, -1, -1);
    Toy after = Programs.parse(between.formatted("join b; join c")).toy();
    assertThat(new SymmetryComparison().compare(after)).contains("");
  }

  /** A thread whose alike one gave up later still competes with others for its first permit. */
  @Test
  void aTimeoutTellsApartOnlyWhoGotAsFar() {
    String text =
        """
        semaphore s = 2
        thread a { acquire s }
        thread b[2] {
          acquire s
          yield
          r = acquire s 2 timed
          release s 2
        }
        """;
    assertThat(new SymmetryComparison().compare(Programs.parse(text).toy())).contains("");
  }

  @Test
  void theCorpusAgreesWithBruteForceUpToAPermutation() {
    SymmetryComparison comparison = new SymmetryComparison();
    for (KnownProgram known : Corpus.upTo(130)) {
      assertThat(comparison.compare(known.program().toy()).orElse("")).as(known.name()).isEmpty();
    }
    assertThat(comparison.programs()).isGreaterThan(20);
    assertThat(comparison.orbits()).isLessThan(comparison.classes() / 2);
  }
}
