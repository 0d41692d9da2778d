package samples;

import dev.clew.junit.Interleavings;
import dev.clew.junit.Strategy;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be checked, or not to its end. */
class UncheckableSample {
  private volatile int number;

  private void run(int rounds) throws InterruptedException {
    Thread other =
        new Thread(
            () -> {
              for (int i = 0; i < rounds; i++) {
                number++;
              }
            });
    other.start();
    for (int i = 0; i < rounds; i++) {
      number++;
    }
    other.join();
  }

  @Interleavings
  void hasParameters(TestInfo info) {}

  @Interleavings(executions = 3)
  void isLimited() throws InterruptedException {
    run(3);
  }

  @Interleavings(executions = 3, exhaustive = true)
  void isLimitedAndMustNotBe() throws InterruptedException {
    run(3);
  }

  @Interleavings(preemptions = 1)
  void isBound() throws InterruptedException {
    run(3);
  }

  @Interleavings(preemptions = 1, exhaustive = true)
  void isBoundAndMustNotBe() throws InterruptedException {
    run(3);
  }

  @Interleavings(strategy = Strategy.RANDOM, seed = 7, executions = 5)
  void isSampled() throws InterruptedException {
    run(2);
  }

  @Interleavings(strategy = Strategy.PCT, depth = 2, executions = 5)
  void isSampledByPriorities() throws InterruptedException {
    run(2);
  }

  @Interleavings(depth = 2)
  void hasNoUseForDepth() throws InterruptedException {
    run(2);
  }

  @Interleavings(steps = 5)
  void isTooLong() throws InterruptedException {
    run(3);
  }

  @Interleavings
  @Timeout(1)
  void takesTooLong() throws InterruptedException {
    run(20);
  }

  @Interleavings(time = "soon")
  void hasWrongOption() {}

  @Nested
  class Extended {
    @TempDir Path directory;

    @Interleavings
    void hasDirectory() {}
  }
}
