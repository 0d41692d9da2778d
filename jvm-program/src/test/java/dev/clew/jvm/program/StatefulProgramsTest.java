package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.StrategyKind;
import dev.clew.jvm.program.corpus.JavaCorpus;
import dev.clew.jvm.program.corpus.JavaProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The search that recognises states finds in Java programs what the optimal one finds. */
final class StatefulProgramsTest {
  private static final int SCRIPTS = Integer.getInteger("clew.scripts", 12) * 2;
  private static final int MOST_EXECUTIONS = 3_000;

  @Test
  void theCorpus() {
    for (JavaProgram known : JavaCorpus.upTo(36)) {
      String[] arguments = known.arguments().toArray(new String[0]);
      Outcome optimal = Harness.program(known.main(), arguments).explore();
      Outcome stateful =
          Harness.program(known.main(), arguments).by(StrategyKind.STATEFUL).explore();
      assertThat(stateful.end()).as(known.toString()).isEqualTo(Outcome.End.EXHAUSTED);
      assertThat(findings(stateful)).as(known.toString()).isEqualTo(findings(optimal));
      assertThat(stateful.deadlocks() > 0).isEqualTo(optimal.deadlocks() > 0);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "property",
        "locale",
        "lock",
        "locks",
        "semaphore",
        "thread",
        "lambda",
        "box",
        "text",
        "time",
        "held"
      })
  void statesDifferWhereverTheDifferenceIsKept(String where) {
    Outcome optimal = Harness.program(SubtleStates.class, where).explore();
    Outcome stateful =
        Harness.program(SubtleStates.class, where).by(StrategyKind.STATEFUL).explore();
    assertThat(findings(optimal)).hasSizeGreaterThan(1);
    assertThat(findings(stateful)).isEqualTo(findings(optimal));
  }

  @Test
  void randomScripts() {
    Random random = new Random(2026);
    int compared = 0;
    int known = 0;
    for (int k = 0; k < SCRIPTS; k++) {
      String[] scripts = scripts(random);
      Outcome optimal =
          Harness.program(StateScripts.class, scripts).atMost(MOST_EXECUTIONS).explore();
      if (optimal.end() != Outcome.End.EXHAUSTED) {
        continue;
      }
      Outcome stateful =
          Harness.program(StateScripts.class, scripts).by(StrategyKind.STATEFUL).explore();
      assertThat(stateful.end()).isEqualTo(Outcome.End.EXHAUSTED);
      assertThat(findings(stateful)).as(String.join(" ", scripts)).isEqualTo(findings(optimal));
      compared++;
      known += stateful.blocked() > 0 ? 1 : 0;
    }
    assertThat(compared).isGreaterThan(SCRIPTS / 3);
    assertThat(known).as("searches that met a known state").isGreaterThan(compared / 3);
  }

  private static String[] scripts(Random random) {
    String letters = "aagffrrixllnwwssopmMhhPPHHkkqQdDRRWWeeEEbz";
    String[] scripts = new String[2 + random.nextInt(2)];
    for (int t = 0; t < scripts.length; t++) {
      StringBuilder script = new StringBuilder();
      for (int length = 1 + random.nextInt(scripts.length == 2 ? 4 : 2); length > 0; length--) {
        script.append(letters.charAt(random.nextInt(letters.length())));
      }
      scripts[t] = script.toString();
    }
    return scripts;
  }

  /** Kind, code and places of all that was found. */
  private static Set<String> findings(Outcome outcome) {
    Set<String> findings = new TreeSet<>();
    for (Finding finding : outcome.findings()) {
      List<Object> words = new ArrayList<>(List.of(finding.kind(), finding.code()));
      if (finding.kind() != FindingKind.DATA_RACE && finding.kind() != FindingKind.DEADLOCK) {
        words.add(finding.message());
      }
      findings.add(words.toString());
    }
    return findings;
  }
}
