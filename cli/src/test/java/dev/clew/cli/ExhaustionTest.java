package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of programs that use up the memory or the stack. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ExhaustionTest {
  private static final String PROGRAM =
      """
      package demo;
      import java.util.*;
      import java.util.concurrent.atomic.*;
      import java.util.concurrent.locks.*;
      public class Greedy {
        static final List<Object> ALL = new ArrayList<>();
        static final Object MONITOR = new Object();
        static final AtomicInteger NUMBER = new AtomicInteger();
        static final ReentrantLock LOCK = new ReentrantLock();
        static volatile int n;

        static int deep(int depth) { return deep(depth + 1) + 1; }

        static void deepWithOperations() {
          synchronized (MONITOR) {
            n++;
            NUMBER.incrementAndGet();
            LOCK.lock();
            try { deepWithOperations(); } finally { LOCK.unlock(); }
          }
        }

        public static void main(String[] args) throws Exception {
          Thread other = new Thread(() -> {
            %s
          }, "other");
          other.start();
          n++;
          other.join();
        }
      }
      """;

  @TempDir Path directory;

  private record Result(int exit, String output) {}

  @Test
  void memoryThatRunsOutIsAFinding() throws Exception {
    Result kept = check("32m", "while (true) ALL.add(new byte[100_000]);");
    assertThat(kept.exit).as(kept.output).isEqualTo(1);
    assertThat(kept.output)
        .contains(
            "exception: java.lang.OutOfMemoryError: Java heap space",
            "at demo/Greedy.java:25",
            "throws OutOfMemoryError");

    Result local =
        check(
            "32m", "List<Object> all = new ArrayList<>(); while (true) all.add(new long[10000]);");
    assertThat(local.exit).as(local.output).isEqualTo(1);
    assertThat(local.output).contains("exception: java.lang.OutOfMemoryError: Java heap space");
  }

  @Test
  void programThatIsPreparedForItIsChecked() throws Exception {
    Result result =
        check(
            "32m",
            "try { List<Object> all = new ArrayList<>(); while (true) all.add(new byte[1 << 20]); }"
                + " catch (OutOfMemoryError e) { n++; }");

    assertThat(result.exit).as(result.output).isZero();
    assertThat(result.output).startsWith("verified: ");
  }

  @Test
  void garbageIsCollectedWithinAnExecution() throws Exception {
    Result result =
        check(
            "48m",
            "for (int i = 0; i < 200; i++) { byte[] made = new byte[1 << 20]; made[i] = 1; }");

    assertThat(result.exit).as(result.output).isZero();
  }

  @Test
  void recursionWithoutEndIsAFinding() throws Exception {
    Result result = check("256m", "deep(0);");

    assertThat(result.exit).as(result.output).isEqualTo(1);
    assertThat(result.output)
        .contains("exception: java.lang.StackOverflowError", "throws StackOverflowError");
  }

  @Test
  void overflowThatIsCaughtIsNoFinding() throws Exception {
    Result result = check("256m", "try { deep(0); } catch (StackOverflowError e) { n++; }");

    assertThat(result.exit).as(result.output).isZero();
  }

  @Test
  void overflowInTheMiddleOfAnOperationGivesNoVerdict() throws Exception {
    Result result =
        check(
            "256m",
            "try { deepWithOperations(); } catch (StackOverflowError e) { synchronized (MONITOR) {}"
                + " LOCK.lock(); LOCK.unlock(); }");

    assertThat(result.exit).as(result.output).isIn(2, 3);
  }

  private Result check(String memory, String body) throws IOException, InterruptedException {
    JavaPrograms.compile(directory, "demo.Greedy", PROGRAM.formatted(body));
    List<Object> words = new ArrayList<>(List.of("check", "-cp", directory));
    words.addAll(List.of("--out", directory.resolve("out"), "demo.Greedy"));
    Path output = directory.resolve("output.txt");
    try (ForkedClew clew = ForkedClew.startWithMemory(memory, output, words.toArray())) {
      return new Result(clew.exit(), clew.output());
    }
  }
}
