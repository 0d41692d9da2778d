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
import dev.clew.testkit.toy.ToyProgram;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class StatefulSearchTest {

  /** Figure 4.1 of the thesis. */
  private static String example1(int n, String assertion) {
    return """
        lock m
        shared d = 0
        thread one {
          i = 0
          while i < %1$d {
            lock m
            x = d
            x = x + i
            d = x
            %2$s
            unlock m
            i = i + 5
          }
        }
        thread two {
          j = 0
          while j < %1$d {
            lock m
            x = d
            x = x - j
            d = x
            %2$s
            unlock m
            j = j + 2
          }
        }
        """
        .formatted(n, assertion);
  }

  private static Outcome search(String text, StrategyKind strategy) {
    ToyProgram program = Programs.parse(text);
    return new Exploration(
            program, SearchOptions.with(strategy), Observers.standard(program), Pace.UNHURRIED)
        .explore();
  }

  @Test
  void exploresLoopsByTheirStatesNotByTheirInterleavings() {
    Outcome outcome = search(example1(64, ""), StrategyKind.STATEFUL);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isLessThan(300);
    assertThat(outcome.transitions()).isLessThan(30_000);
  }

  @Test
  void findsTheSameFaultsAsAStatelessSearchInAShorterLoop() {
    String text = example1(16, "assert x % 5 != 4");
    assertThat(kinds(search(text, StrategyKind.STATEFUL)))
        .isEqualTo(kinds(search(text, StrategyKind.OPTIMAL)))
        .contains(FindingKind.ASSERTION);
  }

  @Test
  void aRaceBetweenWhatWasBeforeAKnownStateAndWhatComesAfterItIsFound() {
    // Both orders of the two sections lead to the same values; only one of them orders the
    // accesses.
    String text =
        """
        lock m
        shared p = 0
        thread first {
          p = 1
          lock m
          unlock m
        }
        thread second {
          lock m
          unlock m
          p = 1
        }
        """;
    Outcome outcome = search(text, StrategyKind.STATEFUL);
    assertThat(kinds(outcome)).containsExactly(FindingKind.DATA_RACE);
  }

  @Test
  void anEndlessLoopIsExploredAndNamed() {
    String text =
        """
        atomic x = 0
        thread looks {
          r = 0
          while r == 0 {
            r = x
          }
        }
        atomic y = 0
        thread forever {
          while 1 {
            y = 1
          }
        }
        thread late {
          r = x
          assert r == 0
          x = 1
        }
        """;
    Outcome outcome = search(text, StrategyKind.STATEFUL);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.reductions()).anyMatch(note -> note.contains("never end"));
  }

  private static final String PHILOSOPHERS =
      """
      lock fork[2]
      thread philosopher[2] {
        mine = LEFT
        other = 1 - mine
        g = 0
        while g == 0 {
          lock fork[mine]
          g = trylock fork[other]
          if g == 0 {
            unlock fork[mine]
          }
        }
        unlock fork[other]
        unlock fork[mine]
      }
      """;

  @Test
  void philosophersWhoGiveWayToEachOtherForEverAreALivelock() {
    Outcome outcome = search(PHILOSOPHERS.replace("LEFT", "self"), StrategyKind.STATEFUL);
    assertThat(kinds(outcome)).containsExactly(FindingKind.LIVELOCK);
    assertThat(outcome.findings().get(0).threads()).containsExactly(0, 1);

    Outcome ordered = search(PHILOSOPHERS.replace("LEFT", "0"), StrategyKind.STATEFUL);
    assertThat(ordered.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
  }

  @Test
  void whoWaitsForWhatIsSureToComeIsNoLivelock() {
    String text =
        """
        atomic run = 1
        atomic done = 0
        thread worker {
          r = 1
          while r == 1 {
            done = 1
            r = run
          }
        }
        thread main {
          d = 0
          while d == 0 {
            d = done
          }
          run = 0
        }
        """;
    Outcome outcome = search(text, StrategyKind.STATEFUL);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.transitions()).isLessThan(100);
  }

  @Test
  void aPlanInAStateThatWasFoundOnTheWayIsFollowedOnce() {
    String text = "atomic x\nthread t { x = 1 }\nthread u { while 1 { r = x; k = choose 2 } }\n";
    assertThat(kinds(search(text, StrategyKind.STATEFUL))).containsExactly(FindingKind.LIVELOCK);
  }

  @Test
  void theVerdictIsThatOfTheOptimalSearchOnTheCorpus() {
    int compared = 0;
    for (KnownProgram known : Corpus.upTo(3000)) {
      Outcome optimal = search(known.text(), StrategyKind.OPTIMAL);
      Outcome stateful = search(known.text(), StrategyKind.STATEFUL);
      assertThat(stateful.end()).as(known.name()).isEqualTo(Outcome.End.EXHAUSTED);
      assertThat(kinds(stateful)).as(known.name()).isEqualTo(kinds(optimal));
      compared++;
    }
    assertThat(compared).isGreaterThan(10);
  }

  private static Set<FindingKind> kinds(Outcome outcome) {
    Set<FindingKind> kinds = new HashSet<>();
    for (Finding finding : outcome.findings()) {
      kinds.add(finding.kind());
    }
    return kinds;
  }
}
