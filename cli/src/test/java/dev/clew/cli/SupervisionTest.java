package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of programs that take the JVM down, or stand still where nobody controls them. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SupervisionTest {
  /** Two increments of which one may be lost; what happens then is to be filled in. */
  private static final String LOST =
      """
      package demo;
      public class Lost {
        static volatile int n;
        public static void main(String[] args) throws Throwable {
          Thread one = new Thread(() -> n++, "one");
          one.start();
          n++;
          one.join();
          if (n == 1) {
            %s
          }
        }
      }
      """;

  private static final String CRASH =
      """
      var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      ((sun.misc.Unsafe) field.get(null)).putAddress(0, 7);
      """;

  private static final String REGEX =
      "java.util.regex.Pattern.matches(\"(a+)+\\\\1b\", \"a\".repeat(60) + \"c\");";

  private static final String SEARCH =
      """
      package demo;
      public class Search {
        static volatile int n;
        public static void main(String[] args) {
          for (int i = 0; i < 5; i++) new Thread(() -> { for (int k = 0; k < 5; k++) n++; }).start();
        }
      }
      """;

  @TempDir Path directory;

  private Path temporary = Path.of("");
  private Path json = Path.of("");
  private Path out = Path.of("");

  private record Result(int exit, String output) {}

  @BeforeEach
  void nameFiles() throws IOException {
    temporary = Files.createDirectory(directory.resolve("tmp"));
    json = directory.resolve("result.json");
    out = directory.resolve("out");
  }

  @AfterEach
  void nothingIsLeftBehind() {
    assertThat(temporary).isEmptyDirectory();
  }

  // --- what ends the JVM

  @Test
  void nativeCrashIsAFinding() throws Exception {
    program("demo.Lost", LOST.formatted(CRASH));

    Result check = check("demo.Lost");

    assertThat(check.exit).as(check.output).isEqualTo(1);
    assertThat(check.output)
        .contains(
            "crash: the JVM crashed: SIGSEGV in libjvm.so",
            "lost update",
            "crashes the JVM, here or later",
            "violation: 1 finding",
            "the search ended there with the JVM");
    assertThat(finding().get("kind").getAsString()).isEqualTo("crash");
    assertThat(finding().getAsJsonArray("threads").toString()).isEqualTo("[\"main\"]");
    assertThat(out.resolve("demo.Lost-crash.txt")).content().contains("SIGSEGV");
    Result replay = run("replay", "--trust", out.resolve("demo.Lost-crash-1.clew"));
    assertThat(replay.exit).as(replay.output).isEqualTo(1);
    assertThat(replay.output)
        .contains("at demo.Lost.main", "the violation shows again")
        .doesNotContain("at dev.clew");
  }

  @Test
  void crashBeforeAnyStepIsAFinding() throws Exception {
    program("demo.Lost", LOST.formatted("").replace("Thread one =", CRASH + "Thread one ="));

    Result check = check("demo.Lost");

    assertThat(check.exit).as(check.output).isEqualTo(1);
    assertThat(check.output).contains("crash: the JVM crashed", "crashes the JVM");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Runtime.class.getMethod(\"halt\", int.class).invoke(Runtime.getRuntime(), 7);",
        "System.class.getMethod(\"exit\", int.class).invoke(null, 7);",
        "Class.forName(\"java.la\" + \"ng.Runtime\").getMethod(\"halt\", int.class)"
            + ".invoke(Class.forName(\"java.la\" + \"ng.Runtime\")"
            + ".getMethod(\"getRuntime\").invoke(null), 7);",
      })
  void exitThatNobodySeesIsAFinding(String exit) throws Exception {
    program("demo.Lost", LOST.formatted(exit));

    Result check = check("demo.Lost");

    assertThat(check.exit).as(check.output).isEqualTo(1);
    assertThat(check.output)
        .contains("exception: the program exited with status 7", "exits with status 7");
  }

  @Test
  void killedSearchIsInconclusiveAndGoesOn() throws Exception {
    program("demo.Search", SEARCH);
    Path checkpoint = directory.resolve("saved");

    try (ForkedClew clew =
        start(
            "check",
            "-cp",
            directory,
            "--races",
            "ignore",
            "--json",
            json,
            "--checkpoint",
            checkpoint,
            "demo.Search")) {
      await(checkpoint, clew);
      clew.children().forEach(ProcessHandle::destroyForcibly);

      assertThat(clew.exit()).as(clew.output()).isEqualTo(3);
      assertThat(clew.output())
          .contains("the JVM was killed (signal 9)", "CLEW_JAVA_OPTS", "inconclusive: ")
          .containsIgnoringWhitespaces("it goes on from " + checkpoint);
    }
    assertThat(result().get("verdict").getAsString()).isEqualTo("inconclusive");
    assertThat(result().get("executions").getAsLong()).isPositive();
  }

  @Test
  void politeKillOfTheScriptReachesTheSearch() throws Exception {
    program("demo.Search", SEARCH);
    Path checkpoint = directory.resolve("saved");

    try (ForkedClew clew =
        start(
            "check",
            "-cp",
            directory,
            "--races",
            "ignore",
            "--checkpoint",
            checkpoint,
            "demo.Search")) {
      await(checkpoint, clew);
      List<ProcessHandle> children = clew.children();
      clew.interrupt();

      assertThat(clew.exit()).as(clew.output()).isEqualTo(3);
      assertThat(clew.output()).contains("then it was stopped").doesNotContain("killed");
      assertThat(children).isNotEmpty().noneMatch(ProcessHandle::isAlive);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void stoppedWhileAThreadComputesIsNoViolation(boolean isScript) throws Exception {
    program(
        "demo.Computes",
        """
        package demo;
        public class Computes {
          static volatile int n;
          public static void main(String[] args) throws Exception {
            java.nio.file.Files.createFile(java.nio.file.Path.of(args[0]));
            int sum = 0;
            for (long i = 0; i < 100_000_000_000_000L; i++) sum += i * i;
            n = sum;
          }
        }
        """);
    Path began = directory.resolve("began");

    try (ForkedClew clew =
        start(
            "check",
            "-cp",
            directory,
            "--json",
            json,
            "--hang",
            "60s",
            "demo.Computes",
            "--",
            began)) {
      await(began, clew);
      if (isScript) {
        clew.interrupt();
      } else {
        clew.children().forEach(ProcessHandle::destroy);
      }

      assertThat(clew.exit()).as(clew.output()).isEqualTo(3);
      assertThat(clew.output())
          .contains("stopped before it could report")
          .doesNotContain("violation");
      assertThat(result().get("verdict").getAsString()).isEqualTo("none");
      assertThat(result().get("exitCode").getAsInt()).isEqualTo(3);
    }
  }

  @Test
  void searchEndsWithItsScript() throws Exception {
    program("demo.Search", SEARCH);
    Path checkpoint = directory.resolve("saved");

    try (ForkedClew clew =
        start(
            "check",
            "-cp",
            directory,
            "--races",
            "ignore",
            "--checkpoint",
            checkpoint,
            "demo.Search")) {
      await(checkpoint, clew);
      List<ProcessHandle> children = clew.children();
      clew.kill();

      assertThat(children).isNotEmpty();
      assertThat(Processes.allEnd(children)).isTrue();
    }
  }

  // --- what stands still

  @Test
  void computationInsideTheJdkIsAHang() throws Exception {
    program("demo.Lost", LOST.formatted(REGEX));

    Result check = check("--hang", "500ms", "demo.Lost");

    assertThat(check.exit).as(check.output).isEqualTo(1);
    assertThat(check.output)
        .containsIgnoringWhitespaces(
            "hang: a computation without end: no visible operation for 0.5 seconds, inside"
                + " java.util.regex.Pattern.matches")
        .contains("at demo/Lost.java:10", "lost update", "goes on without end");
    assertThat(finding().get("kind").getAsString()).isEqualTo("hang");
    Result replay = run("replay", "--trust", out.resolve("demo.Lost-hang-1.clew"));
    assertThat(replay.exit).as(replay.output).isEqualTo(1);
    assertThat(replay.output).contains("at demo.Lost.main", "the violation shows again");
  }

  @Test
  void waitForTheNetworkIsNoVerdict() throws Exception {
    program("demo.Lost", LOST.formatted("new java.net.ServerSocket(0).accept();"));

    Result check = check("--hang", "500ms", "demo.Lost");

    assertThat(check.exit).as(check.output).isEqualTo(2);
    assertThat(check.output)
        .contains(
            "the thread main waits for something outside of the program",
            "at demo.Lost.main(Lost.java:10)",
            "have it use a stand-in",
            "--hang");
    assertThat(json).content().contains("\"verdict\": \"none\"", "\"exitCode\": 2");
  }

  @Test
  void longExecutionsOfTheEngineAreNoHang() throws Exception {
    program("demo.Search", SEARCH);

    Result check =
        check("--hang", "1ms", "--races", "ignore", "--executions", "20000", "demo.Search");

    assertThat(check.exit).as(check.output).isEqualTo(3);
  }

  @Test
  void terminalIsNotReadFrom() throws Exception {
    program(
        "demo.Lost",
        LOST.formatted("new java.io.FileInputStream(java.io.FileDescriptor.in).read();"));

    Result check = check("demo.Lost");

    assertThat(check.exit).as(check.output).isZero();
  }

  // --- running

  private void program(String name, String source) throws IOException {
    JavaPrograms.compile(directory, name, source);
  }

  private Result check(Object... words) throws Exception {
    List<Object> all = new ArrayList<>(List.of("check", "-cp", directory, "--json", json));
    all.addAll(List.of("--out", out));
    all.addAll(List.of(words));
    return run(all.toArray());
  }

  private Result run(Object... words) throws Exception {
    try (ForkedClew clew = start(words)) {
      int exit = clew.exit();
      assertThat(clew.children()).isEmpty();
      return new Result(exit, clew.output());
    }
  }

  private ForkedClew start(Object... words) throws IOException {
    return ForkedClew.startSupervised(directory.resolve("output.txt"), temporary, words);
  }

  private static void await(Path file, ForkedClew clew) throws Exception {
    while (!Files.exists(file)) {
      assertThat(clew.hasEndedAfter(20)).as(clew.output()).isFalse();
    }
  }

  private JsonObject result() throws IOException {
    return JsonParser.parseString(Files.readString(json)).getAsJsonObject();
  }

  private JsonObject finding() throws IOException {
    return result().getAsJsonArray("findings").get(0).getAsJsonObject();
  }
}
