package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.clew.explore.SearchOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A search that was interrupted goes on, and one that does not fit is refused. */
class CheckpointTest {
  private static final Path PROGRAM = Clew.program("counter");

  @TempDir Path directory;

  private Path checkpoint = Path.of("");

  @BeforeEach
  void nameCheckpoint() {
    checkpoint = directory.resolve("search.clew");
  }

  @ParameterizedTest
  @ValueSource(strings = {"optimal", "source", "dpor", "naive"})
  void resumedSearchEndsWithTheSameCounts(String strategy) throws IOException {
    JsonObject whole = check(0, strategy);
    long executions = whole.get("executions").getAsLong();
    JsonObject last = whole;
    int parts = 4;
    for (int part = 1; part <= parts; part++) {
      long limit = executions * part / parts + (part == parts ? 1 : 0);
      last = check(part == parts ? 0 : 3, strategy, "--executions", limit);
    }

    assertThat(checkpoint).doesNotExist();
    for (String field : List.of("executions", "blocked", "deadlocks", "transitions", "warmup")) {
      assertThat(last.get(field)).as(field).isEqualTo(whole.get(field));
    }
  }

  @Test
  void resumingIsSaidInOneLine() {
    Clew.run("check", PROGRAM, "--checkpoint", checkpoint, "--executions", 10);

    Clew.Result result = Clew.run("check", PROGRAM, "--checkpoint", checkpoint, "--executions", 20);

    assertThat(result.out()).startsWith("resumed at 10 executions, from " + checkpoint + "\n");
    assertThat(result.out()).containsIgnoringWhitespaces("it goes on from " + checkpoint);
  }

  @Test
  void limitThatIsUsedUpIsRefused() {
    Clew.run("check", PROGRAM, "--checkpoint", checkpoint, "--executions", 10);

    assertRefused("--executions", 10, "has 10 executions behind it already");
  }

  @Test
  void checkpointOfAViolationIsDeleted() throws IOException {
    Path program = Clew.program("lost-update");
    Clew.run("check", program, "--checkpoint", checkpoint, "--executions", 1);
    assertThat(checkpoint).exists();

    Clew.Result result =
        Clew.run("check", program, "--checkpoint", checkpoint, "--out", directory.resolve("out"));

    assertThat(result.exit()).isEqualTo(1);
    assertThat(checkpoint).doesNotExist();
  }

  @Test
  void findingsSurviveAnInterruption() throws IOException {
    Path program = Clew.program("two-findings");
    Path out = directory.resolve("out");
    Clew.Result first =
        Clew.run("check", program, "--checkpoint", checkpoint, "--out", out, "--executions", 1);
    Clew.Result second = Clew.run("check", program, "--checkpoint", checkpoint, "--out", out);

    assertThat(first.exit()).isEqualTo(1);
    assertThat(first.out())
        .containsIgnoringWhitespaces("the search did not end", "it goes on from " + checkpoint);
    assertThat(second.exit()).isEqualTo(1);
    assertThat(second.out()).contains("data race on n", "an update was lost");
  }

  @Test
  void moreStepsAreNoReasonToStartAgain() {
    Clew.run("check", PROGRAM, "--checkpoint", checkpoint, "--executions", 10, "--steps", 1000);

    assertThat(Clew.run("check", PROGRAM, "--checkpoint", checkpoint, "--steps", 2000).exit())
        .isZero();
  }

  @Test
  void otherSearchIsRefused() throws IOException {
    Clew.run("check", PROGRAM, "--checkpoint", checkpoint, "--executions", 10);
    byte[] before = Files.readAllBytes(checkpoint);

    assertRefused("--strategy", "source", "--strategy was optimal and is source now");
    assertRefused("--races", "ignore", "--races was report and is ignore now");
    assertRefused("--steps", 99, "--steps was 100000 and is 99 now");
    assertRefused("--plan-cap", 9, "--plan-cap was");
    Clew.Result other = Clew.run("check", Clew.program("mutex"), "--checkpoint", checkpoint);
    assertThat(other.exit()).isEqualTo(2);
    assertThat(other.err()).contains("the program has changed since, or is another one");
    assertThat(checkpoint).hasBinaryContent(before);
  }

  @Test
  void otherSeedIsRefused() {
    Clew.run(
        "check", PROGRAM, "--checkpoint", checkpoint, "--strategy", "random", "--executions", 10);

    Clew.Result result =
        Clew.run("check", PROGRAM, "--checkpoint", checkpoint, "--strategy", "random", "--seed", 1);

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("--seed was 0 and is 1 now");
  }

  @Test
  void damagedFileIsRefused() throws IOException {
    Clew.run("check", PROGRAM, "--checkpoint", checkpoint, "--executions", 10);
    byte[] whole = Files.readAllBytes(checkpoint);

    Files.write(checkpoint, Arrays.copyOf(whole, whole.length / 2));
    assertRefused("--executions", 20, "it is damaged or incomplete");
    byte[] flipped = whole.clone();
    flipped[whole.length / 2] ^= 1;
    Files.write(checkpoint, flipped);
    assertRefused("--executions", 20, "it is damaged or incomplete");
    Files.writeString(checkpoint, "something else altogether");
    assertRefused("--executions", 20, "it is no checkpoint of clew");
    Files.writeString(checkpoint, "");
    assertRefused("--executions", 20, "it is no checkpoint of clew");
  }

  @Test
  void stateThatMakesNoSenseIsADefectWithACrashFile() throws IOException {
    ToyTarget target = ToyTarget.load(PROGRAM.toString(), OptionalInt.empty());
    Checkpoint.Header header =
        new Checkpoint.Header(
            Version.current(),
            target.hash(),
            "optimal",
            0,
            100_000,
            true,
            SearchOptions.DEFAULT_PLAN_CAP,
            SearchOptions.Sampling.DEFAULT_DEPTH);
    new Checkpoint(checkpoint, header).save(new Standing(5, 0, 1));
    Path out = directory.resolve("out");

    Clew.Result result = Clew.run("check", PROGRAM, "--checkpoint", checkpoint, "--out", out);

    assertThat(result.exit()).isEqualTo(4);
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err()).startsWith("clew failed: ").contains("please report", "crash-1.txt");
    assertThat(out.resolve("crash-1.txt")).content().contains("\tat dev.clew.", "arguments: check");
  }

  private JsonObject check(int exit, String strategy, Object... options) throws IOException {
    Path json = directory.resolve("result.json");
    Object[] words = new Object[8 + options.length];
    Object[] common = {
      "check", PROGRAM, "--strategy", strategy, "--json", json, "--checkpoint", checkpoint
    };
    System.arraycopy(common, 0, words, 0, common.length);
    System.arraycopy(options, 0, words, common.length, options.length);
    assertThat(Clew.run(words).exit()).isEqualTo(exit);
    return JsonParser.parseString(Files.readString(json)).getAsJsonObject();
  }

  private void assertRefused(String option, Object value, String message) {
    Clew.Result result = Clew.run("check", PROGRAM, "--checkpoint", checkpoint, option, value);
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains(message);
    assertThat(result.out()).isEmpty();
  }
}
