package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A finding is shown again by a JVM that has seen one program only: the names of threads that the
 * JDK numbers are those of the first time, whatever the program makes them with.
 */
class FreshJvmTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>())",
        "new ScheduledThreadPoolExecutor(1)",
        "new ForkJoinPool(2)",
      })
  void threadsOfPoolsHaveTheSameNames(String pool) throws Exception {
    checkIsShownAgain("ExecutorService pool = " + pool + "; pool.execute(() -> count++);");
  }

  @Test
  void threadsOfTimersHaveTheSameNames() throws Exception {
    checkIsShownAgain(
        "new Timer().schedule(new TimerTask() { public void run() { count++; } }, 0);");
  }

  /** A thread that the JDK makes counts, beside one that the program makes. */
  private void checkIsShownAgain(String start) throws Exception {
    JavaPrograms.compile(
        directory,
        "Counting",
        "import java.util.*;\n"
            + "import java.util.concurrent.*;\n"
            + "public class Counting {\n"
            + "  static volatile int count;\n"
            + "  public static void main(String[] args) throws Exception {\n"
            + "    for (int i = 0; i < 2; i++) { "
            + start
            + " }\n"
            + "    if (count == 2) { throw new AssertionError(\"both\"); }\n"
            + "  }\n"
            + "}\n");
    try (ForkedClew clew =
        ForkedClew.start(
            directory.resolve("out.txt"),
            "check",
            "-cp",
            directory,
            "--out",
            directory,
            "Counting")) {
      assertThat(clew.exit()).as(clew.output()).isEqualTo(1);
      assertThat(clew.output()).contains("AssertionError: both").doesNotContain("diverged");
    }
  }
}
