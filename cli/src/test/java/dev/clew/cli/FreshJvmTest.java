package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A finding is shown again by a JVM that has seen one program only: the names of threads that the
 * JDK numbers are those of the first time, whatever the program makes them with, and so are the
 * hash codes of what the JDK has once in a JVM.
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

  /** Its steps are in the order of a hash table whose keys are the same in all executions. */
  private static final String TABLE =
      """
      import java.time.*;
      import java.util.*;
      import java.util.concurrent.*;
      import java.util.zip.*;
      public class Table {
        static volatile int a, b, c, d, e, f, g, h;
        static int racy;
        public static void main(String[] args) throws Exception {
          Thread other = new Thread(() -> racy++);
          other.start();
          racy++;
          other.join();
          Map<Object, Runnable> table = new HashMap<>();
          table.put(Adler32.class, () -> a = 1);
          table.put(Checksum.class, () -> b = 1);
          table.put(Exchanger.class, () -> c = 1);
          table.put(Phaser.class, () -> d = 1);
          table.put(TransferQueue.class, () -> e = 1);
          table.put(DayOfWeek.MONDAY, () -> f = 1);
          table.put(DayOfWeek.FRIDAY, () -> g = 1);
          table.put(List.of(1).getClass(), () -> h = 1);
          table.values().forEach(Runnable::run);
          throw new AssertionError("the end");
        }
      }
      """;

  @Test
  void hashTablesOfWhatTheJdkHasOnceAreInTheSameOrder() throws Exception {
    JavaPrograms.compile(directory, "Table", TABLE);
    run(1, "check", "-cp", directory, "--out", directory, "--keep-going", "Table");

    String shown = run(1, "replay", "--trust", directory.resolve("Table-assertion-1.clew"));

    assertThat(shown).contains("the violation shows again");
  }

  /** A JVM would leave out the message of what is thrown again and again, once it has compiled. */
  @Test
  void exceptionsHaveMessagesHoweverOftenTheyAreThrown() throws Exception {
    JavaPrograms.compile(
        directory,
        "Hot",
        """
        public class Hot {
          static int length(String text) { return text.length(); }
          public static void main(String[] args) {
            for (int i = 0; i < 100_000; i++) {
              try {
                length(null);
              } catch (NullPointerException e) {
                if (e.getMessage() == null) throw new AssertionError("no message after " + i);
              }
            }
          }
        }
        """);
    Path output = directory.resolve("out.txt");
    try (ForkedClew clew =
        ForkedClew.startSupervised(
            output, directory, "check", "-cp", directory, "--out", directory, "--audit", 0,
            "Hot")) {
      assertThat(clew.exit()).as(clew.output()).isZero();
    }
  }

  /** Begins with a class that is loaded, as from an archive, and not initialised. */
  static final class WithLoadedClasses {
    private WithLoadedClasses() {}

    public static void main(String[] args) throws Exception {
      Class.forName("java.net.InetAddress", false, null);
      Main.main(args);
    }
  }

  @Test
  void toAskForHostsIsNoStep() throws Exception {
    JavaPrograms.compile(
        directory,
        "Hosts",
        """
        import java.net.*;
        import java.util.concurrent.locks.*;
        public class Hosts {
          static volatile int count;
          static final Lock lock = new ReentrantLock();
          public static void main(String[] args) throws Exception {
            Thread other = new Thread(() -> count++);
            other.start();
            InetAddress.getByName("localhost").getHostName();
            count++;
            lock.lock();
            lock.unlock();
            other.join();
          }
        }
        """);
    List<String> command =
        ForkedClew.command(
            "check",
            "-cp",
            directory,
            "--out",
            directory,
            "--strategy",
            "random",
            "--executions",
            "20",
            "Hosts");
    command.set(command.indexOf(Main.class.getName()), WithLoadedClasses.class.getName());
    Path output = directory.resolve("out.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    process.waitFor();

    assertThat(Files.readString(output))
        .contains("no violation in 20")
        .doesNotContain("platform threads");
  }

  private String run(int exit, Object... args) throws Exception {
    try (ForkedClew clew = ForkedClew.start(directory.resolve("out.txt"), args)) {
      assertThat(clew.exit()).as(clew.output()).isEqualTo(exit);
      return clew.output();
    }
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
