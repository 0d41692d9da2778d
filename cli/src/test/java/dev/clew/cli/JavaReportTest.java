package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the tool says about Java programs, to the letter; only times are masked. With {@code
 * -Dclew.golden=write} the expected reports are written anew, to be read before they are kept.
 */
class JavaReportTest {
  private static final Path REPORTS = Path.of("src/test/resources/reports/java");

  @TempDir static Path classes;

  @TempDir Path out;

  @BeforeAll
  static void compile() throws IOException {
    JavaPrograms.compileSamples(classes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LostUpdate",
        "VolatileCounter",
        "Philosophers",
        "MissingVolatile",
        "UncaughtException",
        "LockOrder",
        "LostNotify",
        "ClassInitialisers",
        "CheckThenAct",
      })
  void violationIsTold(String program) throws IOException {
    Clew.Result result = check("samples." + program);

    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isEqualTo(1);
    checkGolden(program, result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"LostUpdateFixed", "PhilosophersFixed", "TimedWaitFixed"})
  void verdictIsTold(String program) throws IOException {
    Clew.Result result = check("samples." + program);

    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isZero();
    checkGolden(program, result);
    assertThat(out).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"VolatileCounter", "UncaughtException"})
  void replayIsToldInFull(String program) throws IOException {
    check("samples." + program);
    try (var files = Files.list(out)) {
      Clew.Result result = Clew.replay(files.findFirst().orElseThrow());

      assertThat(result.err()).isEmpty();
      assertThat(result.exit()).isEqualTo(1);
      checkGolden("replay-" + program, result);
    }
  }

  private Clew.Result check(String target) {
    return Clew.run(
        "check", "-cp", classes, "--source-path", JavaPrograms.SAMPLES, "--out", out, target);
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
