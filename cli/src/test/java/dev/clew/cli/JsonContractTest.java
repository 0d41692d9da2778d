package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fields of the JSON report, as promised in the design. */
class JsonContractTest {
  @TempDir Path directory;

  @Test
  void verifiedProgram() throws IOException {
    JsonObject json = check(0, "mutex");

    assertThat(json.get("verdict").getAsString()).isEqualTo("verified");
    assertThat(json.get("scope").getAsString()).isEqualTo("exhausted");
    assertThat(json.get("strategy").getAsString()).isEqualTo("optimal");
    assertThat(json.getAsJsonArray("reductions")).isNotEmpty();
    assertThat(json.get("executions").getAsLong()).isEqualTo(2);
    assertThat(json.get("blocked").getAsLong()).isZero();
    assertThat(json.get("warmup").getAsLong()).isZero();
    assertThat(json.get("transitions").getAsLong()).isPositive();
    assertThat(json.get("seconds").getAsDouble()).isPositive();
    assertThat(json.getAsJsonArray("findings")).isEmpty();
    assertThat(json.get("stopReason").getAsString()).isEqualTo("exhausted");
    assertThat(json.get("deadlocks").getAsLong()).isZero();
    assertThat(json.get("estimate").getAsDouble()).isEqualTo(2);
    assertThat(json.get("version").getAsString()).isNotEmpty();
  }

  @Test
  void violation() throws IOException {
    JsonObject json = check(1, "deadlock");

    assertThat(json.get("verdict").getAsString()).isEqualTo("violation");
    assertThat(json.get("scope").getAsString()).isEqualTo("stopped");
    assertThat(json.get("deadlocks").getAsLong()).isEqualTo(1);
    JsonObject finding = json.getAsJsonArray("findings").get(0).getAsJsonObject();
    assertThat(finding.get("kind").getAsString()).isEqualTo("deadlock");
    assertThat(finding.get("code").getAsString()).isEqualTo("CLEW-DEADLOCK-CYCLE");
    assertThat(finding.get("message").getAsString()).contains("left waits for lock b");
    assertThat(finding.getAsJsonArray("threads").toString()).isEqualTo("[\"left\",\"right\"]");
    JsonObject location = finding.getAsJsonArray("locations").get(0).getAsJsonObject();
    assertThat(location.get("file").getAsString()).endsWith("deadlock.toy");
    assertThat(location.get("line").getAsInt()).isEqualTo(7);
    assertThat(Path.of(finding.get("replay").getAsString())).exists();
  }

  @Test
  void raceIsAViolationOfAnExhaustedSearchWithWarmup() throws IOException {
    JsonObject json = check(1, "data-race");

    assertThat(json.get("scope").getAsString()).isEqualTo("exhausted");
    assertThat(json.get("warmup").getAsLong()).isPositive();
    JsonObject finding = json.getAsJsonArray("findings").get(0).getAsJsonObject();
    assertThat(finding.get("kind").getAsString()).isEqualTo("data-race");
    assertThat(finding.getAsJsonArray("locations")).hasSize(2);
  }

  @Test
  void limitsAndSamples() throws IOException {
    JsonObject stopped = check(3, "lastzero", "--executions", "100");
    JsonObject sampled = check(3, "mutex", "--strategy", "random", "--executions", "100");
    JsonObject endless = check(3, "endless", "--steps", "100");

    assertThat(stopped.get("verdict").getAsString()).isEqualTo("inconclusive");
    assertThat(stopped.get("scope").getAsString()).isEqualTo("stopped");
    assertThat(stopped.get("executions").getAsLong()).isEqualTo(100);
    assertThat(stopped.get("stopReason").getAsString()).isEqualTo("execution-limit");
    assertThat(stopped.get("estimate").getAsDouble()).isGreaterThan(100);
    assertThat(sampled.get("scope").getAsString()).isEqualTo("sampled");
    assertThat(sampled.has("estimate")).isFalse();
    assertThat(endless.get("stopReason").getAsString()).isEqualTo("step-limit");
  }

  @Test
  void oldFileIsReplacedAndNothingIsLeftBeside() throws IOException {
    Files.writeString(directory.resolve("result.json"), "old");

    check(0, "mutex");

    try (var files = Files.list(directory)) {
      assertThat(files).hasSize(1);
    }
  }

  private JsonObject check(int exit, String program, String... options) throws IOException {
    Path file = directory.resolve("result.json");
    Object[] words = new Object[6 + options.length];
    words[0] = "check";
    words[1] = Clew.program(program);
    words[2] = "--json";
    words[3] = file;
    words[4] = "--out";
    words[5] = directory.resolve("out");
    System.arraycopy(options, 0, words, 6, options.length);
    assertThat(Clew.run(words).exit()).isEqualTo(exit);
    return JsonParser.parseString(Files.readString(file)).getAsJsonObject();
  }
}
