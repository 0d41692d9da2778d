package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches of C programs with the options that all searches have. */
@Tag("any-jdk")
class CSearchTest {
  private static final int CLASSES = 91;

  private static final String WAITS =
      "char byte; return read(open(\"/dev/ptmx\", O_RDWR | O_NOCTTY), &byte, 1) != 1;";

  private static final String GOES_ON = "for (;;) free(malloc(16));";

  private static final String LARGE =
      """
      enum { N = 6 };
      static atomic_int n;
      static void *add(void *none) {
        for (int i = 0; i < 6; i++) atomic_fetch_add(&n, 1);
        return none;
      }
      int main(void) {
        pthread_t threads[N];
        for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, add, NULL);
        for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
        return 0;
      }
      """;

  @TempDir Path directory;

  private Path program = Path.of("");

  @BeforeEach
  void compile() throws IOException {
    Path source =
        CPrograms.write(
            directory,
            "ring.c",
            """
            enum { N = 3 };
            static atomic_int ring[N];
            static void *turn(void *given) {
              int i = *(int *)given;
              for (int k = 0; k < 2; k++) {
                atomic_fetch_add(&ring[(i + k) % N], 1);
                atomic_load(&ring[(i + 2 * k + 1) % N]);
              }
              return NULL;
            }
            int main(void) {
              static int numbers[N] = {0, 1, 2};
              pthread_t threads[N];
              for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, turn, &numbers[i]);
              for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
              return 0;
            }
            """);
    program = built(source);
  }

  /** The executable of a source. */
  private Path built(Path source) {
    Path executable = directory.resolve(source.getFileName().toString().replace(".c", ""));
    Clew.Result result = Clew.run("cc", source, "-o", executable);
    assertThat(result.exit()).as(result.all()).isZero();
    return executable;
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0, verified, exhausted",
    "--jobs 2, 0, verified, exhausted",
    "--strategy source, 0, verified, exhausted",
    "--strategy dpor, 0, verified, exhausted",
    "--iterative, 0, verified, exhausted",
    "--preemptions 1, 3, inconclusive, bounded",
    "--executions 50, 3, inconclusive, stopped",
    "--strategy random --executions 50, 3, inconclusive, sampled",
    "--strategy pct --executions 50, 3, inconclusive, sampled",
    "--strategy pos --executions 50, 3, inconclusive, sampled",
    "--strategy surw --executions 50, 3, inconclusive, sampled",
  })
  void verdictSaysWhatWasExplored(String options, int exit, String verdict, String scope)
      throws IOException {
    JsonObject result = check(exit, options);

    assertThat(result.get("verdict").getAsString()).isEqualTo(verdict);
    assertThat(result.get("scope").getAsString()).isEqualTo(scope);
    if (options.isEmpty() || options.startsWith("--jobs")) {
      assertThat(result.get("executions").getAsInt()).isEqualTo(CLASSES);
      assertThat(result.get("blocked").getAsInt()).isZero();
    }
  }

  @Test
  void savedSearchGoesOnAndLosesNothing() throws IOException {
    Path saved = directory.resolve("saved");

    check(3, "--executions 40 --checkpoint " + saved);
    assertThat(saved).exists();
    JsonObject result = check(0, "--checkpoint " + saved);

    assertThat(result.get("executions").getAsInt()).isEqualTo(CLASSES);
    assertThat(saved).doesNotExist();
  }

  @Test
  void killedToolLeavesNoProcessAndTheNextOneRemovesItsDirectories() throws Exception {
    Path output = directory.resolve("output");
    Path left;
    try (ForkedClew clew =
        ForkedClew.start(
            output, "check", program, "--strategy", "random", "--out", directory, "--time", "1h")) {
      List<ProcessHandle> started = clew.awaitDescendants(1);
      left = directoryOf(clew.pid()).orElseThrow();
      clew.kill();

      assertThat(Processes.allEnd(started)).isTrue();
      assertThat(left).exists();
    }
    check(0, "");

    assertThat(left).doesNotExist();
  }

  @Test
  void stoppedToolReportsAndLeavesNothing() throws Exception {
    Path output = directory.resolve("output");
    try (ForkedClew clew =
        ForkedClew.start(
            output, "check", program, "--strategy", "random", "--out", directory, "--time", "1h")) {
      List<ProcessHandle> started = clew.awaitDescendants(1);
      Path own = directoryOf(clew.pid()).orElseThrow();
      clew.interrupt();

      assertThat(clew.exit()).as(clew.output()).isEqualTo(3);
      assertThat(clew.output()).contains("inconclusive");
      assertThat(Processes.allEnd(started)).isTrue();
      assertThat(own).doesNotExist();
    }
  }

  @Test
  void stoppedToolOfSeveralProcessesLeavesNothing() throws Exception {
    Path output = directory.resolve("output");
    Path large = CPrograms.write(directory, "large.c", LARGE);
    try (ForkedClew clew =
        ForkedClew.start(
            output, "check", large, "--jobs", "2", "--out", directory, "--time", "1h")) {
      List<Path> own = awaitDirectories(clew, 4); // of two processes, for program and search
      List<ProcessHandle> started = clew.awaitDescendants(3);
      clew.interrupt();

      assertThat(clew.exit()).as(clew.output()).isEqualTo(3);
      assertThat(Processes.allEnd(started)).isTrue();
      assertThat(own).allSatisfy(each -> assertThat(each).doesNotExist());
    }
  }

  // --- executions that do not come back

  @ParameterizedTest
  @ValueSource(strings = {WAITS, GOES_ON})
  void timeIsKeptByWhatDoesNotComeBack(String statements) throws IOException {
    Path endless = CPrograms.writeMain(directory, "endless.c", statements);
    long start = System.nanoTime();

    Clew.Result result =
        Clew.run("check", endless, "--time", "1s", "--hang", "1h", "--out", directory);

    assertThat(result.exit()).as(result.all()).isEqualTo(3);
    assertThat(result.out()).contains("inconclusive", "0 executions");
    assertThat((System.nanoTime() - start) / 1_000_000_000).isLessThan(60);
  }

  @Test
  void stoppedToolReportsThoughTheProgramDoesNotComeBack() throws Exception {
    Path output = directory.resolve("output");
    Path endless = built(CPrograms.writeMain(directory, "endless.c", WAITS));
    try (ForkedClew clew =
        ForkedClew.start(output, "check", endless, "--hang", "1h", "--out", directory)) {
      List<ProcessHandle> started = clew.awaitDescendants(1);
      clew.interrupt();

      assertThat(clew.exit()).as(clew.output()).isEqualTo(3);
      assertThat(clew.output()).contains("inconclusive");
      assertThat(Processes.allEnd(started)).isTrue();
    }
  }

  @Test
  void programThatSleepsEndsWithTheTool() throws Exception {
    Path output = directory.resolve("output");
    Path endless = built(CPrograms.writeMain(directory, "endless.c", WAITS));
    try (ForkedClew clew =
        ForkedClew.start(output, "check", endless, "--hang", "1h", "--out", directory)) {
      List<ProcessHandle> started = clew.awaitDescendants(1);
      clew.kill();

      assertThat(Processes.allEnd(started)).isTrue();
    }
  }

  @Test
  void programThatWaitsForADeviceIsRefused() throws IOException {
    Path endless = CPrograms.writeMain(directory, "endless.c", WAITS);

    Clew.Result result = Clew.run("check", endless, "--hang", "1s", "--out", directory);

    assertThat(result.exit()).as(result.all()).isEqualTo(2);
    assertThat(result.err()).contains("waits for something outside of it, in read of /dev/ptmx");
  }

  private JsonObject check(int exit, String options) throws IOException {
    Path json = directory.resolve("result.json");
    List<Object> words =
        new ArrayList<>(List.of("check", program, "--json", json, "--out", directory));
    if (!options.isEmpty()) {
      words.addAll(List.of(options.split(" ")));
    }
    Clew.Result result = Clew.run(words.toArray());
    assertThat(result.exit()).as(result.all()).isEqualTo(exit);
    return JsonParser.parseString(Files.readString(json)).getAsJsonObject();
  }

  /** Waits until a tool and the processes that it started have so many directories. */
  private static List<Path> awaitDirectories(ForkedClew clew, int count) throws Exception {
    long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    List<Path> own = List.of();
    while (own.size() < count && System.nanoTime() < patience) {
      Thread.sleep(20);
      own = new ArrayList<>(directoriesOf(clew.pid()));
      for (ProcessHandle each : clew.awaitDescendants(0)) {
        own.addAll(directoriesOf(each.pid()));
      }
    }
    assertThat(own).hasSizeGreaterThanOrEqualTo(count);
    return own;
  }

  /** The directory of the search that a process does. */
  private static Optional<Path> directoryOf(long process) throws IOException {
    return directoriesOf(process).stream()
        .filter(each -> each.getFileName().toString().startsWith("clew-p-"))
        .findFirst();
  }

  private static List<Path> directoriesOf(long process) throws IOException {
    List<Path> own = new ArrayList<>();
    for (String parent : List.of("/dev/shm", System.getProperty("java.io.tmpdir"))) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(Path.of(parent), "clew-*")) {
        for (Path each : found) {
          Path mark = each.resolve(".owner");
          if (Files.exists(mark) && Files.readString(mark).contains(" " + process + " ")) {
            own.add(each);
          }
        }
      }
    }
    return own;
  }
}
