package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the table of samples in C says is what the tool finds: for each program just the kinds of
 * findings that are listed, for each twin none. The programs are checked several at a time.
 */
@Tag("any-jdk")
class CSamplesTest {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z0-9_]+)\\.(c|cpp)` \\| ([a-z, -]+) \\|");

  @TempDir static Path directory;

  private static final ExecutorService POOL =
      Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());

  @AfterAll
  static void stop() {
    POOL.shutdownNow();
  }

  @TestFactory
  List<DynamicTest> programHasTheFindingsThatAreListed() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Map.Entry<String, Set<String>> sample : listed().entrySet()) {
      Future<JsonObject> checked = POOL.submit(() -> check(sample.getKey()));
      tests.add(
          DynamicTest.dynamicTest(
              sample.getKey(),
              () -> {
                assertThat(kinds(checked.get())).isEqualTo(sample.getValue());
                assertThat(checked.get().get("scope").getAsString()).isEqualTo("exhausted");
              }));
    }
    return tests;
  }

  @Test
  void everySampleIsListedAndHasATwin() throws IOException {
    Set<String> there = new TreeSet<>();
    try (Stream<Path> files = Files.list(CPrograms.SAMPLES)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches(".*\\.(c|cpp)"))
          .forEach(there::add);
    }

    assertThat(there).isEqualTo(listed().keySet());
  }

  /** The samples, with the kinds of findings that are expected. */
  private static Map<String, Set<String>> listed() throws IOException {
    Map<String, Set<String>> samples = new TreeMap<>();
    Matcher row = ROW.matcher(Files.readString(CPrograms.SAMPLES.resolve("README.md")));
    while (row.find()) {
      samples.put(
          row.group(1) + "." + row.group(2),
          new TreeSet<>(Arrays.asList(row.group(3).split(", "))));
      samples.put(row.group(1) + "_fixed." + row.group(2), Set.of());
    }
    return samples;
  }

  private static JsonObject check(String sample) throws IOException {
    Path json = directory.resolve(sample + ".json");
    Clew.Result result =
        Clew.run(
            "check",
            CPrograms.SAMPLES.resolve(sample),
            "--keep-going",
            "--json",
            json,
            "--out",
            directory.resolve(sample));
    assertThat(result.exit()).as(result.all()).isLessThan(2);
    return JsonParser.parseString(Files.readString(json)).getAsJsonObject();
  }

  private static Set<String> kinds(JsonObject result) {
    return result.getAsJsonArray("findings").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .map(finding -> finding.get("kind").getAsString())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
