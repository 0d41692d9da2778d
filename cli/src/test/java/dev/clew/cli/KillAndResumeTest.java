package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed at any moment leaves a checkpoint from which the search goes on. */
class KillAndResumeTest {
  private static final Path PROGRAM = Clew.program("lastzero");
  private static final long CLASSES = 19L << 14;
  private static final int KILLS = 4;

  @TempDir Path directory;

  private Path checkpoint = Path.of("");
  private Path json = Path.of("");

  @BeforeEach
  void nameFiles() {
    checkpoint = directory.resolve("search.clew");
    json = directory.resolve("result.json");
  }

  @Test
  void killedSearchGoesOnAndLosesNothing() throws IOException, InterruptedException {
    Random random = new Random(20240607);
    int resumed = 0;
    int exit = -1;
    for (int run = 0; exit < 0; run++) {
      FileTime before = lastSaved();
      try (ForkedClew clew = start()) {
        if (run < KILLS && isSavedAfter(before, clew) && !clew.hasEndedAfter(random.nextInt(700))) {
          clew.kill();
        } else {
          exit = clew.exit();
        }
        resumed += clew.output().startsWith("resumed at ") ? 1 : 0;
      }
    }

    assertThat(exit).isZero();
    assertThat(resumed).isPositive();
    assertThat(checkpoint).doesNotExist();
    JsonObject result = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
    assertThat(result.get("verdict").getAsString()).isEqualTo("verified");
    assertThat(result.get("executions").getAsLong()).isEqualTo(CLASSES);
    assertThat(result.get("blocked").getAsLong()).isZero();
    assertThat(result.get("transitions").getAsLong()).isEqualTo(transitionsWithoutInterruption());
  }

  @Test
  void interruptedSearchReportsAndCanBeResumed() throws IOException, InterruptedException {
    try (ForkedClew clew = start()) {
      assertThat(isSavedAfter(lastSaved(), clew)).isTrue();
      clew.interrupt();

      assertThat(clew.exit()).isEqualTo(3);
      assertThat(clew.output())
          .startsWith("inconclusive: no violation in ")
          .containsIgnoringWhitespaces(
              ", then it was stopped", "explored: about ", "it goes on from " + checkpoint);
    }
    JsonObject result = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
    assertThat(result.get("stopReason").getAsString()).isEqualTo("stopped");
    Clew.Result next = Clew.run("check", PROGRAM, "--checkpoint", checkpoint, "--time", "1ms");
    assertThat(next.out()).startsWith("resumed at " + result.get("executions") + " executions");
  }

  private ForkedClew start() throws IOException {
    Path output = directory.resolve("output.txt");
    return ForkedClew.start(output, "check", PROGRAM, "--checkpoint", checkpoint, "--json", json);
  }

  /** Waits until the search is saved anew; false if it ended before. */
  private boolean isSavedAfter(FileTime before, ForkedClew clew)
      throws IOException, InterruptedException {
    while (lastSaved().equals(before)) {
      if (clew.hasEndedAfter(5)) {
        return false;
      }
    }
    return true;
  }

  private FileTime lastSaved() throws IOException {
    return Files.exists(checkpoint)
        ? Files.getLastModifiedTime(checkpoint)
        : FileTime.fromMillis(0);
  }

  private long transitionsWithoutInterruption() throws IOException {
    assertThat(Clew.run("check", PROGRAM, "--json", json).exit()).isZero();
    return JsonParser.parseString(Files.readString(json))
        .getAsJsonObject()
        .get("transitions")
        .getAsLong();
  }
}
