package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Programs in source, because the test sources are compiled for a JDK without virtual threads. */
@EnabledForJreRange(min = JRE.JAVA_21)
final class VirtualThreadsTest {
  @TempDir Path directory;

  private Outcome explore(String body) throws IOException {
    Path source = directory.resolve("Main.java");
    Files.writeString(
        source,
        """
        import java.util.concurrent.*;
        public class Main {
          static int plain;
          static volatile int count;
          public static void main(String[] args) throws Exception {
            %s
          }
        }
        """
            .formatted(body));
    int failures =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-g", "-d", directory.toString(), source.toString());
    assertThat(failures).isZero();
    return Harness.program(List.of(directory), "Main").explore();
  }

  private void verifies(int classes, String body) throws IOException {
    Outcome outcome = explore(body);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(classes);
  }

  @Test
  void areThreadsLikeOthers() throws IOException {
    verifies(
        1,
        """
        Thread thread = Thread.startVirtualThread(() -> plain++);
        thread.join();
        assert plain == 1;
        """);
    assertThat(
            explore(
                    """
                    Thread one = Thread.startVirtualThread(() -> count++);
                    Thread other = Thread.ofVirtual().name("other").start(() -> count++);
                    one.join();
                    other.join();
                    assert count == 2;
                    """)
                .findings())
        .extracting(each -> each.kind())
        .containsExactly(FindingKind.ASSERTION);
  }

  @Test
  void ofBuildersTakeLocks() throws IOException {
    verifies(
        2,
        """
        Runnable task = () -> {
          synchronized (Main.class) {
            plain++;
          }
        };
        Thread one = Thread.ofVirtual().unstarted(task);
        one.start();
        Thread other = Thread.ofPlatform().start(task);
        one.join();
        other.join();
        assert plain == 2;
        """);
  }

  @Test
  void ofExecutorsAreAwaitedWhenItIsClosed() throws IOException {
    assertThat(
            explore(
                    """
                    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
                      pool.submit(() -> plain++);
                    }
                    assert plain == 1;
                    """)
                .findings())
        .isEmpty();
    assertThat(
            explore(
                    """
                    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
                      pool.submit(() -> plain++);
                      pool.submit(() -> plain++);
                    }
                    """)
                .findings())
        .extracting(each -> each.kind())
        .contains(FindingKind.DATA_RACE);
  }

  @Test
  void nobodySeesInWhichOrderTasksOfAnExecutorEnd() throws IOException {
    verifies(
        1,
        """
        int[] done = new int[3];
        var pool = Executors.newVirtualThreadPerTaskExecutor();
        for (int i = 0; i < 3; i++) {
          int number = i;
          pool.execute(() -> done[number]++);
        }
        pool.shutdown();
        assert pool.awaitTermination(1, TimeUnit.DAYS);
        assert pool.isTerminated() && done[0] + done[1] + done[2] == 3;
        """);
  }

  @Test
  void whoAsksAnExecutorSeesItsEnd() throws IOException {
    for (String end : List.of("true", "false")) {
      assertThat(
              explore(
                      """
                      var pool = Executors.newVirtualThreadPerTaskExecutor();
                      pool.execute(() -> {});
                      pool.shutdown();
                      assert pool.isTerminated() == %s;
                      """
                          .formatted(end))
                  .findings())
          .as(end)
          .extracting(each -> each.kind())
          .containsExactly(FindingKind.ASSERTION);
    }
  }

  @Test
  void anExecutorThatIsShutDownTakesNoTask() throws IOException {
    verifies(
        4,
        """
        var pool = Executors.newVirtualThreadPerTaskExecutor();
        Thread other = Thread.startVirtualThread(pool::shutdown);
        try {
          pool.execute(() -> plain++);
        } catch (RejectedExecutionException e) {
          plain++;
        }
        other.join();
        pool.close();
        assert plain == 1;
        """);
  }

  /** Whose thread is left is interrupted: in some executions the task had ended before. */
  @Test
  void whatIsLeftOfAnExecutorIsInterrupted() throws IOException {
    for (String outcome : List.of("1", "2")) {
      assertThat(
              explore(
                      """
                      var pool = Executors.newVirtualThreadPerTaskExecutor();
                      pool.execute(() -> count = Thread.interrupted() ? 2 : 1);
                      pool.shutdownNow();
                      assert pool.awaitTermination(1, TimeUnit.DAYS);
                      assert count != %s;
                      """
                          .formatted(outcome))
                  .findings())
          .as(outcome)
          .extracting(each -> each.kind())
          .containsExactly(FindingKind.ASSERTION);
    }
  }
}
