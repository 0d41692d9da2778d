package dev.clew.testkit.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Exploration;
import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.corpus.Corpus;
import dev.clew.testkit.corpus.KnownProgram;
import dev.clew.testkit.oracle.ClassOracle;
import dev.clew.testkit.oracle.Key;
import dev.clew.testkit.oracle.OracleMachine;
import dev.clew.testkit.oracle.PrefixClassOracle;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.trace.Trace;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * On programs whose classes are known, {@code source} and {@code dpor} cover exactly the classes of
 * {@code optimal}.
 */
final class CoverageTest {
  private static final long MOST_CLASSES = 2_500;

  @ParameterizedTest
  @MethodSource("programs")
  void sourceAndDporCoverTheClassesThatOptimalExploresOnce(KnownProgram known) {
    ClassOracle names =
        new PrefixClassOracle(OracleMachine.seeingAll(known.program().toy()), false);
    Set<Key> optimal = classes(known, StrategyKind.OPTIMAL, names);
    assertThat(optimal).hasSize((int) known.classes());
    assertThat(classes(known, StrategyKind.SOURCE, names))
        .hasSize(optimal.size())
        .isEqualTo(optimal);
    assertThat(classes(known, StrategyKind.DPOR, names)).hasSize(optimal.size()).isEqualTo(optimal);
  }

  static List<KnownProgram> programs() {
    return Corpus.upTo(MOST_CLASSES);
  }

  private static Set<Key> classes(KnownProgram known, StrategyKind strategy, ClassOracle oracle) {
    ToyProgram program = known.program();
    Set<Key> classes = new HashSet<>();
    Observer collector = (trace, findings) -> classes.add(classOf(oracle, trace));
    Outcome outcome =
        new Exploration(program, SearchOptions.with(strategy), List.of(collector), Pace.UNHURRIED)
            .explore();
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    return classes;
  }

  private static Key classOf(ClassOracle oracle, Trace trace) {
    int[] threads = new int[trace.size()];
    int[] labels = new int[trace.size()];
    for (int i = 0; i < trace.size(); i++) {
      threads[i] = trace.thread(i);
      labels[i] = trace.label(i);
    }
    return oracle.outcomeOf(threads, labels, trace.size()).traceClass();
  }
}
