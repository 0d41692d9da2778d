package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A full disk is no defect of the tool, and takes nothing from what was found. */
class OutputFailureTest {
  private static final Path PROGRAM = Clew.program("lost-update");
  private static final String FULL = "/dev/full";

  @TempDir Path directory;

  @Test
  void findingWithoutReplayFileIsToldInFull() throws IOException {
    Path inTheWay = directory.resolve("lost-update-assertion-1.clew");
    Files.createDirectory(inTheWay);
    Path json = directory.resolve("result.json");

    Clew.Result result = Clew.run("check", PROGRAM, "--out", directory, "--json", json);

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .contains(
            "assert r == 2 fails",
            "  Why: ",
            "\n  no replay: cannot write the file " + inTheWay + ": Is a directory\n",
            "violation: 1 finding")
        .doesNotContain("./clew replay", "please report");
    assertThat(json).content().contains("\"violation\"").doesNotContain("\"replay\"");
  }

  @Test
  void jsonThatCannotBeWrittenComesAfterTheVerdict() throws IOException {
    Path out = directory.resolve("out");

    Clew.Result result = Clew.run("check", Clew.program("mutex"), "--json", FULL, "--out", out);

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.out()).startsWith("verified: ");
    assertThat(result.err())
        .isEqualTo("clew: cannot write the JSON file /dev/full: No space left on device\n");
    assertThat(out).doesNotExist();
  }

  @Test
  void jsonThatCannotBeWrittenKeepsTheCheckpoint() throws IOException {
    Path checkpoint = directory.resolve("search.clew");
    Clew.run("check", PROGRAM, "--checkpoint", checkpoint, "--executions", 1);

    Clew.Result result =
        Clew.run("check", PROGRAM, "--checkpoint", checkpoint, "--json", FULL, "--out", directory);

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.out()).startsWith("resumed at 1 execution, from ").contains("violation: ");
    assertThat(checkpoint).exists();
  }

  @Test
  void checkpointThatCannotBeWrittenIsSaidOnceAndTriedAgain() throws IOException {
    Path file = directory.resolve("gone").resolve("search.clew");
    Checkpoint checkpoint =
        new Checkpoint(file, new Checkpoint.Header("1", "hash", "optimal", 0, 1, true, 1, 3));
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    Console console = new Console(System.out, stream, false, StopSignal.deaf());
    SearchPace pace = new SearchPace(console, null, checkpoint);

    pace.save(new Standing(5, 0, 1));
    pace.save(new Standing(5, 0, 1));

    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "clew: cannot write the checkpoint "
                + file
                + ": no such file or directory; the search goes on, and will try again\n");
    Files.createDirectory(directory.resolve("gone"));
    pace.save(new Standing(5, 0, 1));
    assertThat(file).exists();
  }

  @Test
  void reportThatIsLostIsSaidToBe() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int exit =
        Main.run(
            new String[] {"check", PROGRAM.toString(), "--out", directory.toString()},
            new PrintStream(new FullDevice(), false, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));

    assertThat(exit).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("clew: the report could not be written to standard output\n");
  }

  /** A stream nothing can be written to. */
  private static final class FullDevice extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      throw new IOException("No space left on device");
    }
  }
}
