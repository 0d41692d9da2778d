package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of samples. */
final class SamplingReportTest {
  private static final String SETTER = "thread s%d {\n  a = 1\n  b = 1\n}\n";
  private static final String CHECKER = "thread checker {\n  q = a\n  r = b\n  assert q == r\n}\n";

  @TempDir private Path directory;

  @Test
  void aViolationThatSamplesInBetweenFindIsShortenedAndReplays() throws IOException {
    Path program = reorder(30);
    Path out = directory.resolve("out");
    Clew.Result result = Clew.run("check", program, "--out", out);
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("at random besides").containsOnlyOnce("..>");
    try (var files = Files.list(out)) {
      Path replay = files.findFirst().orElseThrow();
      assertThat(Clew.run("replay", replay).out()).contains("assertion");
    }
  }

  @Test
  void theFaultOfAHundredThreadsIsFoundInJava() throws IOException {
    String name = "dev.clew.benchmarks.programs.Reorder";
    Path source = Path.of("../benchmarks/src/main/java", name.replace('.', '/') + ".java");
    JavaPrograms.compile(directory, name, Files.readString(source));
    Clew.Result result =
        Clew.run("check", "-cp", directory, name, "--out", directory.resolve("out"), "--", 100);
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("one is set and the other is not", "at random besides");
  }

  @Test
  void theGuaranteeIsToldToPeopleAndScripts() throws IOException {
    Path json = directory.resolve("result.json");
    Path program =
        Files.writeString(
            directory.resolve("two.toy"), "atomic a = 0\nthread t { a = 1 }\nthread u { a = 2 }\n");
    Clew.Result result =
        Clew.run(
            "check",
            program,
            "--strategy",
            "pct",
            "--depth",
            2,
            "--executions",
            101,
            "--json",
            json);
    assertThat(result.exit()).isEqualTo(3);
    assertThat(result.out())
        .contains(
            "guarantee: an execution finds a given fault of depth 2 with probability at least")
        .contains("1/(2 * 2)");
    JsonObject told = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
    assertThat(told.get("scope").getAsString()).isEqualTo("sampled");
    assertThat(told.get("guarantee").getAsString())
        .contains("2 threads, 2 steps, as measured); 100");
  }

  @Test
  void samplesCanBeResumed() throws IOException {
    Path program = reorder(3);
    Path checkpoint = directory.resolve("saved");
    for (int executions = 3; executions < 8; executions += 2) {
      Clew.run(
          "check",
          program,
          "--strategy",
          "pct",
          "--checkpoint",
          checkpoint,
          "--depth",
          1,
          "--executions",
          executions,
          "--seed",
          5);
    }
    Clew.Result other =
        Clew.run("check", program, "--strategy", "pct", "--checkpoint", checkpoint, "--seed", 5);
    assertThat(other.exit()).isEqualTo(2);
    assertThat(other.err()).contains("--depth was 1 and is 3 now");
  }

  private Path reorder(int setters) throws IOException {
    StringBuilder text = new StringBuilder("atomic a = 0\natomic b = 0\n");
    for (int i = 0; i < setters; i++) {
      text.append(SETTER.formatted(i));
    }
    return Files.writeString(directory.resolve("reorder.toy"), text + CHECKER);
  }
}
