package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.strategy.ToolDefect;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A failure of the tool is one line for the user and a file for who mends it. */
class CrashTest {
  @TempDir Path directory;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Complaints complaints =
      new Complaints(
          new Console(
              System.out,
              new PrintStream(err, true, StandardCharsets.UTF_8),
              false,
              StopSignal.deaf()),
          new String[] {"check", "x.toy"});

  @Test
  void failureIsOneLineAndNamesAFile() throws IOException {
    int exit = complaints.crash(new ToolDefect("the sky fell\nin two lines"), directory);

    assertThat(exit).isEqualTo(4);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "clew failed: ToolDefect: the sky fell, please report this with the file "
                + directory.resolve("crash-1.txt")
                + System.lineSeparator());
    assertThat(Files.readString(directory.resolve("crash-1.txt")))
        .contains("arguments: check x.toy", "java: ", "the sky fell", "\tat ");
  }

  @Test
  void outOfMemorySaysWhatNeedsIt() {
    assertThat(complaints.crash(new OutOfMemoryError(), directory)).isEqualTo(4);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("out of memory", "-Xmx8g", "fewer threads", "--steps")
        .doesNotContain("report");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void searchThatNeedsMoreMemorySaysHowFarItGot() {
    CommandLine line = new CommandLine(new ClewCommand());
    SearchTooLarge failure = new SearchTooLarge(" after 7 executions, which are saved in x");

    int exit = complaints.handleExecutionException(failure, line, line.parseArgs());

    assertThat(exit).isEqualTo(4);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("clew failed: out of memory after 7 executions, which are saved in x, give it");
  }

  @Test
  void earlierCrashFileIsKept() throws IOException {
    complaints.crash(new IllegalStateException("first"), directory);
    complaints.crash(new StackOverflowError(), directory);

    assertThat(directory.resolve("crash-1.txt")).content().contains("first");
    assertThat(directory.resolve("crash-2.txt")).content().contains("StackOverflowError");
  }

  @Test
  void fileThatCannotBeWrittenIsNotNamed() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "in the way");

    assertThat(complaints.crash(new ToolDefect("oh"), file)).isEqualTo(4);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("clew failed: ToolDefect: oh, please report this" + System.lineSeparator());
  }
}
