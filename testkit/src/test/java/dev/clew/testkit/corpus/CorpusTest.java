package dev.clew.testkit.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Exploration;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.oracle.OracleRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The counts of the corpus are those of the search and of the oracle, in both orders of threads.
 */
final class CorpusTest {
  private static final int SMALL = 40;
  private static final int MAX_PREFIX_CLASSES = 20_000;

  @ParameterizedTest
  @MethodSource("programs")
  void theOptimalSearchCountsWhatIsKnown(KnownProgram known) {
    Outcome outcome =
        new Exploration(
                known.program(),
                SearchOptions.with(StrategyKind.OPTIMAL),
                List.of(),
                progress -> true)
            .explore();

    assertThat(outcome.executions()).isEqualTo(known.classes());
    assertThat(outcome.deadlocks()).isEqualTo(known.deadlocks());
    assertThat(outcome.blocked()).isZero();
  }

  static List<KnownProgram> programs() {
    return Corpus.withVariants();
  }

  @ParameterizedTest
  @MethodSource("smallPrograms")
  void theOracleCountsWhatIsKnown(KnownProgram known) {
    OracleRun oracle =
        OracleRun.byPrefixClasses(known.program().toy(), MAX_PREFIX_CLASSES).orElseThrow();

    assertThat(oracle.classes()).hasSize((int) known.classes());
    assertThat(oracle.deadlocks()).isEqualTo(known.deadlocks());
  }

  static List<KnownProgram> smallPrograms() {
    return Corpus.upTo(SMALL).stream()
        .filter(known -> known.threads().size() <= 5 && !known.name().startsWith("philosophers 5"))
        .toList();
  }

  @Test
  void theCompletedExecutionsOfMutualExclusionAreThoseOfTheLiterature() {
    assertThat(LockPrograms.szymanski().completed()).isEqualTo(6);
    assertThat(LockPrograms.peterson().completed()).isEqualTo(4);
    assertThat(LockPrograms.lamport().completed()).isEqualTo(16);
  }

  @Test
  void namesAreUnique() {
    assertThat(Corpus.withVariants()).extracting(KnownProgram::name).doesNotHaveDuplicates();
  }
}
