package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the tool says about programs that use pools, futures, queues and collections, to the letter:
 * in words of the program, with nothing of how the tool does these. With {@code
 * -Dclew.golden=write} the expected reports are written anew, to be read before they are kept.
 */
class LibraryReportTest {
  private static final Path PROGRAMS = Path.of("src/test/resources/programs/library");
  private static final Path REPORTS = Path.of("src/test/resources/reports/library");

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ShutDownPool",
        "StarvedPool",
        "IdleWorker",
        "FirstCompletion",
        "CachedOnce",
        "SharedList",
        "MissedHandOver",
        "TakenTwice",
      })
  void violationIsTold(String program) throws IOException {
    String text = report(program, "-g");

    Path golden = REPORTS.resolve(program + ".txt");
    if ("write".equals(System.getProperty("clew.golden"))) {
      Files.createDirectories(REPORTS);
      Files.writeString(golden, text);
    }
    assertThat(text).isEqualTo(Files.readString(golden));
  }

  @Test
  void withoutNamesOfVariablesClassesAreTold() throws IOException {
    assertThat(report("ShutDownPool", "-g:source,lines"))
        .contains("deadlock: main waits in FutureTask.get()")
        .contains(":18 ThreadPoolExecutor.submit()", "ThreadPoolExecutor.shutdown()")
        .contains("no thread is left to complete FutureTask");
  }

  private String report(String program, String debug) throws IOException {
    Path classes = directory.resolve("classes");
    JavaPrograms.compile(classes, PROGRAMS.resolve(program + ".java"), debug);
    Path out = directory.resolve("out");

    Clew.Result result =
        Clew.run("check", "-cp", classes, "--source-path", PROGRAMS, "--out", out, program);

    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isEqualTo(1);
    return result
        .out()
        .replace(out.toString(), "OUT")
        .replaceAll("\\d+\\.\\d+\\s+s\\b", "TIME")
        .replaceAll(", \\d+ executions?/s", "");
  }
}
