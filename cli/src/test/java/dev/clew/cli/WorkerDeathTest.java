package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

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

/**
 * What becomes of a search by several processes when one of them ends, or has something to tell.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class WorkerDeathTest {
  /** The first process of a search was started by a script, the others by a JVM. */
  private static final String PROGRAM =
      """
      package demo;
      public class Lost {
        static volatile int n;
        static boolean isWorker() {
          return ProcessHandle.current().parent().flatMap(p -> p.info().command()).orElse("")
              .endsWith("java");
        }
        public static void main(String[] args) throws Throwable {
          Thread[] threads = new Thread[%d];
          for (int i = 0; i < threads.length; i++) (threads[i] = new Thread(() -> n++)).start();
          for (Thread thread : threads) thread.join();
          if (isWorker()) {
            %s
          }
        }
      }
      """;

  @TempDir Path directory;

  private Path temporary = Path.of("");

  @BeforeEach
  void nameFiles() throws IOException {
    temporary = Files.createDirectory(directory.resolve("tmp"));
  }

  @AfterEach
  void nothingIsLeftBehind() {
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void crashIsAFinding() throws Exception {
    program(
        4,
        """
        var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        ((sun.misc.Unsafe) field.get(null)).putAddress(0, 7);
        """);

    assertThat(check(1)).contains("crash: the JVM crashed: SIGSEGV in libjvm.so", "1 finding");
    assertThat(directory.resolve("out").resolve("demo.Lost-crash.txt"))
        .content()
        .contains("SIGSEGV");
  }

  @Test
  void exitThatNobodySeesIsAFinding() throws Exception {
    program(4, "System.class.getMethod(\"exit\", int.class).invoke(null, 7);");

    assertThat(check(1)).contains("exception: the program exited with status 7");
  }

  @Test
  void hangIsAFinding() throws Exception {
    program(4, "java.util.regex.Pattern.matches(\"(a+)+\\\\1b\", \"a\".repeat(60) + \"c\");");

    assertThat(check(1, "--hang", "500ms")).contains("hang: a computation without end");
  }

  @Test
  void waitForTheNetworkIsNoVerdict() throws Exception {
    program(4, "new java.net.ServerSocket(0).accept();");

    assertThat(check(2, "--hang", "500ms"))
        .contains("the thread main waits for something outside", "have it use a stand-in");
  }

  @Test
  void whatOneCannotControlIsRefused() throws Exception {
    program(4, "java.net.http.HttpClient.newHttpClient();");

    assertThat(check(2)).contains("start a thread", "cannot be controlled");
  }

  @Test
  void programThatIsNotTheSameEverywhereIsTold() throws Exception {
    String source = PROGRAM.formatted(4, "").replace("Thread[]", "if (isWorker()) n++; Thread[]");
    JavaPrograms.compile(directory, "demo.Lost", source);

    assertThat(check(2)).contains("did not do the same again");
  }

  @Test
  void kindsOfWaitsAndClassesAreToldWhoeverMeetsThem() throws Exception {
    program(4, "new java.util.concurrent.locks.AbstractOwnableSynchronizer() {};");

    assertThat(check(0))
        .containsIgnoringWhitespaces("in which order threads call AbstractOwnableSynchronizer");
  }

  @Test
  void killOfTheFirstProcessEndsAll() throws Exception {
    program(9, "");
    try (ForkedClew clew = start()) {
      List<ProcessHandle> all = clew.awaitDescendants(3);
      all.stream()
          .filter(each -> each.children().count() == 2)
          .forEach(ProcessHandle::destroyForcibly);
      assertThat(clew.exit()).as(clew.output()).isEqualTo(3);
      assertThat(clew.output()).contains("the JVM was killed (signal 9)");
      assertThat(Processes.allEnd(all)).isTrue();
    }
  }

  // --- running

  private void program(int threads, String ofWorkers) throws IOException {
    JavaPrograms.compile(directory, "demo.Lost", PROGRAM.formatted(threads, ofWorkers));
  }

  private ForkedClew start(Object... words) throws IOException {
    List<Object> all = new ArrayList<>(List.of("check", "-cp", directory, "--jobs", 3));
    all.addAll(List.of("--await-jobs", "--out", directory.resolve("out")));
    all.addAll(List.of(words));
    all.add("demo.Lost");
    return ForkedClew.startSupervised(directory.resolve("output.txt"), temporary, all.toArray());
  }

  private String check(int exit, Object... words) throws Exception {
    try (ForkedClew clew = start(words)) {
      assertThat(clew.exit()).as(clew.output()).isEqualTo(exit);
      assertThat(clew.children()).isEmpty();
      return clew.output();
    }
  }
}
