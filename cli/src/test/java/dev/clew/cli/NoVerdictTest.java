package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A check that came to no verdict does not look like one that did, to people and to scripts. */
class NoVerdictTest {
  @TempDir Path directory;

  private Path json = Path.of("");

  private record Ended(int exit, String output) {}

  @BeforeEach
  void writeResultOfAnEarlierCheck() throws IOException {
    json = directory.resolve("result.json");
    Files.writeString(json, "{\"verdict\": \"verified\"}\n");
  }

  // --- the JVM

  @ParameterizedTest
  @ValueSource(strings = {"-Xunknown", "-version", "-Xmx1k", "-XX:+NoSuchFlag"})
  void jvmThatDoesNotStartIsNoViolation(String flag) throws Exception {
    Ended ended = supervised(flag, "check", Clew.program("deadlock"), "--json", json);

    assertThat(ended.exit).as(ended.output).isEqualTo(2);
    assertThat(ended.output).contains("the JVM did not start, or ended by itself (exit code ");
    assertThat(result().get("exitCode").getAsInt()).isEqualTo(2);
    assertThat(result().get("reason").getAsString()).contains("the JVM did not start");
  }

  @Test
  void verdictIsPassedOn() throws Exception {
    List<Integer> exits = new ArrayList<>();
    for (String program : List.of("mutex", "deadlock", "missing")) {
      exits.add(
          supervised("-Xshare:auto", "check", Clew.program(program), "--out", directory).exit);
    }

    assertThat(exits).containsExactly(0, 1, 2);
  }

  @Test
  void missingDirectoryForTemporaryFilesIsNamed() throws Exception {
    JavaPrograms.compile(
        directory, "Short", "public class Short { public static void main(String[] a) {} }");
    Path missing = directory.resolve("missing");

    try (ForkedClew clew =
        ForkedClew.startSupervised(
            directory.resolve("output.txt"),
            missing,
            "check",
            "-cp",
            directory,
            "--json",
            json,
            "Short")) {
      assertThat(clew.exit()).as(clew.output()).isEqualTo(2);
      assertThat(clew.output()).contains("cannot be used: " + missing, "TMPDIR");
    }
    assertThat(result().get("reason").getAsString()).contains(missing.toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 16, 63})
  void tooFewFilesAreNoVerdict(int files) throws Exception {
    Path script = Path.of("..", "clew").toAbsolutePath().normalize();
    String check = "'" + script + "' check any.toy --json '" + json + "'";
    Process process =
        new ProcessBuilder("bash", "-c", "ulimit -n " + files + "; exec " + check)
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isEqualTo(2);
    assertThat(output).contains("may open " + files + " files only", "ulimit -n");
    assertThat(result().get("reason").getAsString()).contains(files + " files");
  }

  // --- what scripts read

  @Test
  void usageErrorIsWrittenForScripts() throws IOException {
    Clew.Result ended = Clew.run("check", "no-such.toy", "--json", json);

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(result().get("verdict").getAsString()).isEqualTo("none");
    assertThat(result().get("exitCode").getAsInt()).isEqualTo(2);
    assertThat(result().get("reason").getAsString()).contains("no-such.toy");
    assertThat(result().getAsJsonArray("findings")).isEmpty();
    assertThat(result().get("version").getAsString()).isNotEmpty();
  }

  @Test
  void unknownOptionIsWrittenForScripts() throws IOException {
    Clew.run("check", "no-such.toy", "--json=" + json, "--speed", "3");

    assertThat(result().get("reason").getAsString()).contains("unknown option '--speed'");
  }

  @Test
  void programIsNotOverwrittenByItsResult() throws IOException {
    Path program = Files.copy(Clew.program("mutex"), directory.resolve("mutex.toy"));
    String before = Files.readString(program);

    Clew.Result ended = Clew.run("check", program, "--json", program);

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(program).hasContent(before);
  }

  // --- limits of the tool

  @Test
  void moreThreadsThanCanBeToldApartAreRefused() throws IOException {
    JavaPrograms.compile(
        directory,
        "Crowd",
        """
        public class Crowd {
          public static void main(String[] args) throws Exception {
            for (int i = 0; i < 5000; i++) {
              Thread each = new Thread(() -> {});
              each.start();
              each.join();
            }
          }
        }
        """);

    Clew.Result ended = Clew.run("check", "-cp", directory, "--json", json, "Crowd");

    assertThat(ended.exit()).as(ended.all()).isEqualTo(2);
    assertThat(ended.err()).contains("Crowd.java:5 starts a thread too many", "4096");
    assertThat(result().get("reason").getAsString()).contains("4096");
  }

  // --- failures that the tool may have made

  /** The name of the class loader is one of the things that are not as on the JVM. */
  @ParameterizedTest
  @ValueSource(strings = {"Only.class.getClassLoader().getName().equals(\"program\")", "true"})
  void failureThatTheJvmAloneDoesNotShowIsDoubted(String condition) throws IOException {
    JavaPrograms.compile(
        directory,
        "Only",
        """
        public class Only {
          public static void main(String[] args) {
            if (%s) throw new AssertionError("seen");
          }
        }
        """
            .formatted(condition));

    Clew.Result ended =
        Clew.run("check", "-cp", directory, "--json", json, "--out", directory, "Only");

    assertThat(ended.exit()).isEqualTo(1);
    String doubt = "Clew may be to blame";
    if (condition.equals("true")) {
      assertThat(ended.flat()).contains("AssertionError: seen").doesNotContain(doubt);
    } else {
      assertThat(ended.flat()).contains("AssertionError: seen", doubt);
      assertThat(result().getAsJsonArray("warnings").toString()).contains(doubt);
    }
  }

  // --- two at a time

  @Test
  void filesOfClassesWithTheSameNameAreKeptApart() throws IOException {
    String source =
        "package %s; public class X { public static void main(String[] a)"
            + " { throw new AssertionError(\"%s\"); } }";
    for (String name : List.of("one", "two")) {
      JavaPrograms.compile(directory, name + ".X", source.formatted(name, name));
      Clew.run("check", "-cp", directory, "--out", directory.resolve("out"), name + ".X");
    }

    for (String name : List.of("one", "two")) {
      Path file = directory.resolve("out").resolve(name + ".X-assertion-1.clew");
      assertThat(Clew.replay(file).out()).contains("AssertionError: " + name);
    }
  }

  @Test
  void fileOfAnotherProgramIsNotOverwritten() throws IOException {
    for (String place : List.of("here", "there")) {
      Path source = Files.createDirectories(directory.resolve(place)).resolve("same.toy");
      Files.writeString(source, "thread t { assert 0 \"" + place + "\" }\n");
      Clew.Result ended = Clew.run("check", source, "--out", directory.resolve("out"));
      assertThat(ended.exit()).isEqualTo(1);
    }

    List<String> told = new ArrayList<>();
    try (var files = Files.list(directory.resolve("out"))) {
      for (Path file : files.sorted().toList()) {
        told.add(Clew.replay(file).out().lines().findFirst().orElse(""));
      }
    }
    assertThat(told).hasSize(2);
    assertThat(told).anyMatch(line -> line.contains("here"));
    assertThat(told).anyMatch(line -> line.contains("there"));
  }

  @Test
  void nextCheckOfAProgramWhoseNameIsTakenReplacesItsFileToo() throws Exception {
    Path out = directory.resolve("out");
    for (String text : List.of("here 1", "there 2", "there 3", "there 4")) {
      Path place = Files.createDirectories(directory.resolve(text.substring(0, text.length() - 2)));
      Path source = place.resolve("same.toy");
      Files.writeString(source, "thread t { assert 0 \"" + text + "\" }\n");
      Clew.run("check", source, "--out", out);
      TimeUnit.MILLISECONDS.sleep(20); // times of files are not finer than that everywhere
    }

    try (var files = Files.list(out)) {
      assertThat(files.map(NoVerdictTest::content).toList())
          .hasSize(2)
          .anyMatch(text -> text.contains("here 1"))
          .anyMatch(text -> text.contains("there 4"));
    }
  }

  @Test
  void findingOfATestReplacesThoseOfEarlierRunsWhereverItsClassesWere() throws Exception {
    String source =
        "public class X { public static void main(String[] a)"
            + " { throw new AssertionError(\"in %s\"); } }";
    Path out = Files.createDirectories(directory.resolve("out"));
    for (String place : List.of("target-17", "target-25")) {
      Path classes = directory.resolve(place);
      JavaPrograms.compile(classes, "X", source.formatted(place));
      Clew.run("check", "-cp", classes, "--out", out, "X");
      TimeUnit.MILLISECONDS.sleep(20);
    }
    try (var files = Files.list(out)) {
      assertThat(files).hasSize(2);
    }

    Path classes = directory.resolve("target-25");
    Clew.run("check", "-cp", classes, "--out", out, "--replay-words", "@Replay(%s)", "X");

    try (var files = Files.list(out)) {
      assertThat(files.toList()).containsExactly(out.resolve("X-assertion-1.clew"));
    }
    assertThat(out.resolve("X-assertion-1.clew")).content().contains("in target-25");
  }

  private static String content(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void checkOfTheSameProgramReplacesItsFile() throws IOException, InterruptedException {
    Path program = Files.copy(Clew.program("deadlock"), directory.resolve("deadlock.toy"));
    Path out = directory.resolve("out");
    Clew.run("check", program, "--out", out);
    Files.writeString(program, Files.readString(program).replace("left", "port"));
    TimeUnit.MILLISECONDS.sleep(20); // times of files are not finer than that everywhere
    Clew.run("check", program, "--out", out);

    try (var files = Files.list(out)) {
      assertThat(files.toList()).containsExactly(out.resolve("deadlock-deadlock-1.clew"));
    }
    assertThat(out.resolve("deadlock-deadlock-1.clew")).content().contains("port");
  }

  private JsonObject result() throws IOException {
    return JsonParser.parseString(Files.readString(json)).getAsJsonObject();
  }

  private Ended supervised(String flag, Object... args) throws Exception {
    Path output = directory.resolve("output.txt");
    try (ForkedClew clew = ForkedClew.startSupervisedWith(flag, output, directory, args)) {
      return new Ended(clew.exit(), clew.output());
    }
  }
}
