package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reports, to the letter; only times are masked. With {@code -Dclew.golden=write} the expected
 * reports are written anew, to be read before they are kept.
 */
class GoldenReportTest {
  private static final Path REPORTS = Path.of("src/test/resources/reports");

  @TempDir Path temporary;

  @ParameterizedTest
  @CsvSource({
    "deadlock, ''",
    "lost-update, ''",
    "data-race, ''",
    "lost-notify, ''",
    "exception, ''",
    "philosophers, ''",
    "two-findings, ''",
    "upgrade, ''",
    "stolen-notify, --keep-going",
    "everything, --verbose",
  })
  void violationIsTold(String program, String option) throws IOException {
    Clew.Result result =
        option.isEmpty()
            ? Clew.run("check", Clew.program(program), "--out", temporary)
            : Clew.run("check", Clew.program(program), "--out", temporary, option);

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).isEmpty();
    checkGolden(program, result);
  }

  @ParameterizedTest
  @CsvSource({
    "mutex, '', 0, verified",
    "mutex, --strategy=naive, 0, verified-naive",
    "mutex, --strategy=dpor, 0, verified-dpor",
    "data-race, --races=ignore, 0, verified-ignoring-races",
    "endless, --steps=1000, 3, inconclusive-steps",
    "lastzero, --executions=1000, 3, inconclusive-executions",
    "mutex, --strategy=random, 3, inconclusive-random",
  })
  void verdictIsTold(String program, String option, int exit, String report) throws IOException {
    Clew.Result result =
        option.isEmpty()
            ? Clew.run("check", Clew.program(program), "--out", temporary.resolve("out"))
            : Clew.run("check", Clew.program(program), "--out", temporary.resolve("out"), option);

    assertThat(result.exit()).isEqualTo(exit);
    assertThat(result.err()).isEmpty();
    checkGolden(report, result);
    if (!report.equals("inconclusive-steps")) { // an execution without end can be replayed
      assertThat(temporary.resolve("out")).doesNotExist();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lost-update", "lost-notify"})
  void replayIsToldInFull(String program) throws IOException {
    Clew.run("check", Clew.program(program), "--out", temporary);
    try (var files = Files.list(temporary)) {
      Clew.Result result = Clew.run("replay", files.findFirst().orElseThrow());

      assertThat(result.exit()).isEqualTo(1);
      checkGolden("replay-" + program, result);
    }
  }

  private String masked(String text) {
    return text.replace(temporary.toString(), "OUT")
        .replaceAll("\\d+\\.\\d+ s\\b", "TIME")
        .replaceAll(", \\d+ executions/s", "");
  }

  private void checkGolden(String name, Clew.Result result) throws IOException {
    Path golden = REPORTS.resolve(name + ".txt");
    String text = masked(result.out());
    if ("write".equals(System.getProperty("clew.golden"))) {
      Files.writeString(golden, text);
    }
    assertThat(text).isEqualTo(Files.readString(golden));
  }
}
