package dev.clew.testkit.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.analyze.Observers;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.toy.ToyProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The samples show what their comments say. */
final class SamplesTest {
  private static final Path SAMPLES = Path.of("..", "samples", "toy");

  private static final Map<String, FindingKind> WRONG =
      Map.of(
          "lost-update.toy", FindingKind.ASSERTION,
          "peterson.toy", FindingKind.ASSERTION,
          "choice.toy", FindingKind.ASSERTION,
          "philosophers.toy", FindingKind.DEADLOCK,
          "lost-notify.toy", FindingKind.DEADLOCK,
          "bounded-buffer.toy", FindingKind.DEADLOCK,
          "data-race.toy", FindingKind.DATA_RACE,
          "wrong-lock.toy", FindingKind.DATA_RACE);

  private static final Set<String> RIGHT =
      Set.of(
          "barrier.toy",
          "dekker.toy",
          "interrupt.toy",
          "park-unpark.toy",
          "read-write-lock.toy",
          "semaphore.toy",
          "start-join.toy",
          "timed-lock.toy");

  @ParameterizedTest
  @MethodSource("samples")
  void aSampleFindsWhatItSays(Path sample) throws IOException {
    String name = sample.getFileName().toString();
    Set<FindingKind> kinds =
        findings(Files.readString(sample)).stream().map(Finding::kind).collect(Collectors.toSet());

    assertThat(kinds).isEqualTo(WRONG.containsKey(name) ? Set.of(WRONG.get(name)) : Set.of());
  }

  static List<Path> samples() throws IOException {
    try (Stream<Path> files = Files.list(SAMPLES)) {
      return files.filter(file -> file.toString().endsWith(".toy")).sorted().toList();
    }
  }

  @Test
  void everySampleIsTested() throws IOException {
    Set<String> tested = new TreeSet<>(RIGHT);
    tested.addAll(WRONG.keySet());

    assertThat(samples()).extracting(file -> file.getFileName().toString()).containsAll(tested);
    assertThat(samples()).hasSameSizeAs(tested);
  }

  @Test
  void theRepairsInTheCommentsAreRepairs() throws IOException {
    assertThat(repaired("bounded-buffer.toy", "notify changed", "notifyall changed")).isEmpty();
    assertThat(repaired("data-race.toy", "shared flag", "atomic flag")).isEmpty();
    String swapped = "flag[self] = 1\n  turn = self\n";
    assertThat(repaired("peterson.toy", "(?m)turn = self .*\\R.*\\R", swapped)).isEmpty();
  }

  @Test
  void theMistakesInTheCommentsAreMistakes() throws IOException {
    assertThat(repaired("timed-lock.toy", " timed\n", "\n")).isNotEmpty();
    assertThat(repaired("park-unpark.toy", "while r == 0", "if r == 0")).isNotEmpty();
    assertThat(
            repaired("read-write-lock.toy", "writelock cache\n    ok = valid", "writelock cache"))
        .isNotEmpty();
  }

  private static List<Finding> repaired(String name, String regex, String by) throws IOException {
    String text = Files.readString(SAMPLES.resolve(name));
    String changed = text.replaceAll(regex, by);
    assertThat(changed).isNotEqualTo(text);
    return findings(changed);
  }

  private static List<Finding> findings(String text) {
    ToyProgram program = ToyProgram.parse("sample.toy", text);
    Outcome outcome =
        new Exploration(
                program,
                SearchOptions.with(StrategyKind.OPTIMAL),
                Observers.standard(program),
                progress -> true)
            .explore();
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    return outcome.findings();
  }
}
