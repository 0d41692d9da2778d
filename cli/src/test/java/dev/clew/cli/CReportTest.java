package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the tool says about C programs, to the letter; only times are masked. With {@code
 * -Dclew.golden=write} the expected reports are written anew, to be read before they are kept.
 */
@Tag("any-jdk")
class CReportTest {
  private static final Path REPORTS = Path.of("src/test/resources/reports/c");

  @TempDir Path out;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lost_update.c",
        "lock_order.c",
        "lost_signal.c",
        "use_after_free.c",
        "leak.c",
        "uncaught_exception.cpp",
      })
  void violationIsTold(String sample) throws IOException {
    Clew.Result result = check(sample);

    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isEqualTo(1);
    checkGolden(sample, result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lost_update_fixed.c", "timed_wait_fixed.c"})
  void verdictIsTold(String sample) throws IOException {
    Clew.Result result = check(sample);

    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isZero();
    checkGolden(sample, result);
    assertThat(out).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"lock_order.c"})
  void replayIsToldInFull(String sample) throws IOException {
    check(sample);
    try (var files = Files.list(out)) {
      Clew.Result result = Clew.replay(files.findFirst().orElseThrow());

      assertThat(result.err()).isEmpty();
      assertThat(result.exit()).isEqualTo(1);
      checkGolden("replay-" + sample, result);
    }
  }

  private Clew.Result check(String sample) {
    return Clew.run("check", CPrograms.sample(sample), "--out", out);
  }

  private void checkGolden(String name, Clew.Result result) throws IOException {
    Path golden = REPORTS.resolve(name + ".txt");
    String text =
        result
            .out()
            .replace(out.toString(), "OUT")
            .replaceAll("\\d+\\.\\d+\\s+s\\b", "TIME")
            .replaceAll(", \\d+ executions?/s", "");
    if ("write".equals(System.getProperty("clew.golden"))) {
      Files.createDirectories(REPORTS);
      Files.writeString(golden, text);
    }
    assertThat(text).isEqualTo(Files.readString(golden));
  }
}
