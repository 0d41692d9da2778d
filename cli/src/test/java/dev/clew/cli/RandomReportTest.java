package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.random.RandomPrograms;
import dev.clew.testkit.toy.ToyPrinter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is found in random programs can be told and shows again; the tool never fails. */
class RandomReportTest {
  private static final int PROGRAMS = 60;
  private static final int FIRST_SEED = 850;

  @TempDir Path directory;

  @Test
  void everyFindingIsToldAndShowsAgain() throws IOException {
    int replays = 0;
    for (int seed = FIRST_SEED; seed < FIRST_SEED + PROGRAMS; seed++) {
      String text = ToyPrinter.print(RandomPrograms.generate(seed, 5, 6));
      Path program = Files.writeString(directory.resolve("p" + seed + ".toy"), text);
      Path out = directory.resolve("out" + seed);
      Clew.Result result =
          Clew.run("check", program, "--out", out, "--keep-going", "--executions", 500);

      assertThat(result.err()).as(text).isEmpty();
      assertThat(result.exit()).as(text).isIn(0, 1, 3);
      for (Path replay : files(out)) {
        assertThat(Clew.run("replay", replay).exit()).as(text).isEqualTo(1);
        replays++;
      }
    }
    assertThat(replays).isPositive();
  }

  private static List<Path> files(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }
}
