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
}
