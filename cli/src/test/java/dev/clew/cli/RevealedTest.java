package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the first executions show, before it is known what the program needs as operations, is found
 * again afterwards, and can be replayed.
 */
class RevealedTest {
  private static final String INTERRUPT =
      """
      public class Interrupt {
        static final Object jobs = new Object();
        static void work() {
          while (!Thread.currentThread().isInterrupted()) {
            synchronized (jobs) {
              try { jobs.wait(); } catch (InterruptedException e) { /* swallowed */ }
            }
          }
        }
        public static void main(String[] args) throws InterruptedException {
          Thread worker = new Thread(Interrupt::work);
          worker.start();
          worker.interrupt();
          worker.join();
        }
      }
      """;

  private static final String RACE =
      """
      public class Race {
        static int plain;
        static volatile int shared;
        static void write(int value) {
          plain = value;
          shared = value;
        }
        public static void main(String[] args) throws InterruptedException {
          Thread first = new Thread(() -> write(1));
          Thread second = new Thread(() -> write(2));
          first.start();
          second.start();
          first.join();
          second.join();
          if (plain == 2) throw new IllegalStateException("two");
        }
      }
      """;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "Interrupt, optimal", "Interrupt, dpor", "Interrupt, naive", "Interrupt, source",
    "Race, optimal", "Race, dpor", "Race, naive", "Race, stateful"
  })
  void everyFindingShowsAgain(String program, String strategy) throws IOException {
    Path classes = Files.createDirectories(directory.resolve("classes"));
    JavaPrograms.compile(classes, program, program.equals("Race") ? RACE : INTERRUPT);
    Path out = directory.resolve("out");
    Clew.Result result =
        Clew.run("check", "--strategy", strategy, "--out", out, "-cp", classes, program);
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
    assertThat(result.out()).contains(program.equals("Race") ? "two" : "deadlock");
    for (Path file : files(out)) {
      assertThat(Clew.replay(file).exit()).as(file.toString()).isEqualTo(1);
    }
  }

  private static List<Path> files(Path out) throws IOException {
    try (Stream<Path> found = Files.list(out)) {
      return found.filter(file -> file.toString().endsWith(".clew")).toList();
    }
  }
}
