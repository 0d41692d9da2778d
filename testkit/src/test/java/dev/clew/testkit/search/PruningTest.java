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
import dev.clew.testkit.corpus.Corpus;
import dev.clew.testkit.corpus.KnownProgram;
import dev.clew.testkit.oracle.OracleRun;
import dev.clew.testkit.random.GuardedPrograms;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyPrinter;
import dev.clew.testkit.toy.ToyProgram;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pruned search tells the same data races as the others, with fewer executions. */
final class PruningTest {
  /** Figure 5.1 of the thesis; the second thread reads y under the wrong lock, if c is 0. */
  private static final String RUNNING_EXAMPLE =
      """
      shared x = 0
      shared y = 0
      shared z = 0
      lock f1
      lock f2
      thread first {
        lock f1; r = x; x = r + 1; unlock f1
        lock f2; r = y; y = r + 1; unlock f2
        lock f1; r = z; z = r + 1; unlock f1
      }
      thread second {
        lock f1; lock f2; r = z; z = r + 1; c = x; unlock f2; unlock f1
        lock f1
        if c == 0 { r = y; y = r + 1 }
        unlock f1
      }
      """;

  private static Outcome search(ToyProgram program, StrategyKind strategy) {
    SearchOptions options = SearchOptions.with(strategy);
    return new Exploration(program, options, Observers.standard(program), Pace.UNHURRIED).explore();
  }

  private static Set<String> races(ToyProgram program, StrategyKind strategy) {
    Outcome outcome = search(program, strategy);
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    Set<String> racy = new TreeSet<>();
    for (Finding finding : outcome.findings()) {
      if (finding.kind() == FindingKind.DATA_RACE) {
        racy.add(program.names().object(finding.plainLocation()));
      }
    }
    return racy;
  }

  private static Set<String> races(String text) {
    assertThat(races(Programs.parse(text), StrategyKind.OPTIMAL))
        .isEqualTo(races(Programs.parse(text), StrategyKind.PRUNED));
    return races(Programs.parse(text), StrategyKind.PRUNED);
  }

  private static long executions(String text, StrategyKind strategy) {
    return search(Programs.parse(text), strategy).executions();
  }

  @Test
  void theRunningExampleRacesWhereTheThesisSays() {
    assertThat(races(RUNNING_EXAMPLE)).containsExactly("y");
  }

  @Test
  void theRunningExampleWithoutTheRaceNeedsFewerExecutions() {
    String free = RUNNING_EXAMPLE.replace("c == 0", "c == 7");
    assertThat(races(free)).isEmpty();
    assertThat(executions(free, StrategyKind.PRUNED))
        .isLessThan(executions(free, StrategyKind.DPOR));
  }

  @Test
  void whatIsAlwaysLockedIsOneExecution() {
    String text =
        """
        shared x = 0
        lock m
        thread t[4] { repeat 2 { lock m; r = x; x = r + 1; unlock m } }
        """;
    assertThat(races(text)).isEmpty();
    assertThat(executions(text, StrategyKind.PRUNED)).isOne();
  }

  @Test
  void whatIsReadAfterAllJoinsIsNoRace() {
    String text =
        """
        shared x = 0
        lock m
        thread t[3] { lock m; r = x; x = r + 1; unlock m }
        thread last { join t[0]; join t[1]; join t[2]; r = x; assert r == 3 }
        """;
    assertThat(races(text)).isEmpty();
    assertThat(executions(text, StrategyKind.PRUNED)).isOne();
  }

  @Test
  void aJoinThatDependsOnWhatWasReadIsNotTakenForGranted() {
    String text =
        """
        shared x = 0
        shared y = 0
        lock m
        thread one { lock m; r = y; x = r; unlock m }
        thread two { lock m; y = 1; unlock m; z = 1 }
        shared z = 0
        thread last { join one; r = x; if r == 1 { join two }; z = 2 }
        """;
    assertThat(races(text)).contains("z");
  }

  /** A figure that looks at what is to come only would go on from where x is written. */
  @Test
  void anAccessThatWasDoneRacesWithOneOfABranchNotTaken() {
    String text =
        """
        shared x = 0
        shared c = 0
        lock m
        thread one { x = 1; lock m; c = 1; unlock m }
        thread two { lock m; r = c; unlock m; if r == 0 { x = 2 } }
        """;
    assertThat(races(text)).containsExactly("x");
  }

  /** The second section of the first thread hides the first, which must come second. */
  @Test
  void aDependentOperationBehindARaceFreeStateIsNotForgotten() {
    String text =
        """
        shared x = 0
        lock m
        thread one { lock m; x = 1; unlock m; lock m; unlock m }
        thread two { lock m; unlock m; x = 2 }
        """;
    assertThat(races(text)).containsExactly("x");
  }

  @Test
  void aHandOverByAnAtomicVariableIsNoRace() {
    String text =
        """
        shared x = 0
        atomic ready = 0
        thread one { x = 1; ready = 1 }
        thread two { r = ready; if r == 1 { r = x } }
        """;
    assertThat(races(text)).isEmpty();
  }

  @Test
  void itSaysThatItCoversRacesOnly() {
    assertThat(StrategyKind.PRUNED.coversRacesOnly()).isTrue();
    assertThat(search(Programs.parse(Programs.AB_BA), StrategyKind.PRUNED).reductions())
        .contains("parts without data races left out");
  }

  @Test
  void theProgramsOfTheCorpusHaveTheSameRaces() {
    for (KnownProgram known : Corpus.upTo(300)) {
      assertThat(races(known.program(), StrategyKind.PRUNED))
          .as(known.name())
          .isEqualTo(races(known.program(), StrategyKind.OPTIMAL));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1_000, 2_000, 3_000})
  void randomProgramsHaveTheRacesThatTheOracleFinds(long seed) {
    int compared = 0;
    int racy = 0;
    for (long k = seed; compared < 40; k++) {
      Toy program = GuardedPrograms.generate(k);
      Optional<OracleRun> oracle = OracleRun.byPrefixClasses(program, 2_000);
      if (oracle.isEmpty()) {
        continue;
      }
      compared++;
      racy += oracle.get().racyVariables().isEmpty() ? 0 : 1;
      assertThat(races(ToyProgram.of(program), StrategyKind.PRUNED))
          .as(() -> ToyPrinter.print(program))
          .isEqualTo(oracle.get().racyVariables());
    }
    assertThat(racy).isBetween(5, compared - 5);
  }
}
