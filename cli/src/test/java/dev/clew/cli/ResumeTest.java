package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A search that is saved and goes on in another JVM, again and again, comes to what it comes to
 * without a break. {@code benchmarks/resume} does the same with all samples.
 */
class ResumeTest {
  private static final String SOURCE =
      """
      import java.util.List;
      import java.util.concurrent.*;
      public class %s {
        static volatile int n;
        public static void main(String[] args) throws Exception {
          %s
        }
      }
      """;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Crew    | ExecutorService pool = Executors.newFixedThreadPool(2);"
            + " pool.invokeAll(List.of(() -> n++, () -> n++)); pool.shutdown();",
        "Futures | CompletableFuture.runAsync(() -> n++).thenRun(() -> n++);"
            + " CompletableFuture.supplyAsync(() -> n).join();",
        "Threads | Thread t = new Thread(() -> { n++; n++; }); t.start(); n++; n++; t.join();"
            + " if (n == 2) throw new AssertionError(\"lost\");",
      })
  void searchInPartsComesToTheSame(String name, String body) throws Exception {
    JavaPrograms.compile(directory, name, SOURCE.formatted(name, body));

    assertSameInParts("-cp", directory, name);
  }

  @Test
  void searchOfACProgramInPartsComesToTheSame() throws Exception {
    Path program =
        CPrograms.write(
            directory,
            "twice.c",
            """
            static atomic_int n;
            static void *add(void *none) { n++; n++; return none; }
            int main(void) {
              pthread_t other;
              pthread_create(&other, NULL, add, NULL);
              add(NULL);
              pthread_join(other, NULL);
              return 0;
            }
            """);

    assertSameInParts(program);
  }

  private void assertSameInParts(Object... target) throws Exception {
    List<Object> words = new ArrayList<>(List.of("--strategy", "optimal", "--keep-going"));
    words.addAll(List.of(target));
    JsonObject whole = check(words, "--executions", 60);
    JsonObject part = new JsonObject();
    int parts = 0;
    for (int limit = 2; limit < 60 && !isOver(part); limit *= 6) {
      part = check(words, "--executions", limit, "--checkpoint", directory.resolve("saved"));
      parts++;
    }
    if (!isOver(part)) {
      part = check(words, "--executions", 60, "--checkpoint", directory.resolve("saved"));
      parts++;
    }

    assertThat(parts).isGreaterThan(1);
    for (String field : List.of("verdict", "scope", "executions", "transitions", "blocked")) {
      assertThat(part.get(field)).as(field).isEqualTo(whole.get(field));
    }
    assertThat(messages(part)).isEqualTo(messages(whole));
  }

  private static boolean isOver(JsonObject result) {
    return result.has("scope") && result.get("scope").getAsString().equals("exhausted");
  }

  private static List<String> messages(JsonObject result) {
    List<String> messages = new ArrayList<>();
    for (JsonElement finding : result.getAsJsonArray("findings")) {
      messages.add(finding.getAsJsonObject().get("message").getAsString());
    }
    return messages;
  }

  private JsonObject check(List<Object> words, Object... more)
      throws IOException, InterruptedException {
    Path json = directory.resolve("result.json");
    List<Object> all = new ArrayList<>(List.of("check", "--json", json));
    all.addAll(List.of("--out", directory.resolve("out")));
    all.addAll(List.of(more));
    all.addAll(words);
    try (ForkedClew clew = ForkedClew.start(directory.resolve("output.txt"), all.toArray())) {
      assertThat(clew.exit()).as(clew.output()).isIn(0, 1, 3);
    }
    return JsonParser.parseString(Files.readString(json)).getAsJsonObject();
  }
}
