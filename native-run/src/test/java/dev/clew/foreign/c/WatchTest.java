package dev.clew.foreign.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.explore.Budget;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.foreign.UnusableProgram;
import dev.clew.trace.Ending;
import dev.clew.trace.ExecutionCutOff;
import dev.clew.trace.Failure;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Executions that do not come back, and processes that somebody kills. */
@Timeout(120)
class WatchTest {
  private static final String WAITS =
      """
      #include <fcntl.h>
      #include <unistd.h>
      int main(void) {
        char byte;
        return read(open("/dev/ptmx", O_RDWR | O_NOCTTY), &byte, 1) != 1;
      }
      """;

  /** Each of its operations is one that others could notice. */
  private static final String GOES_ON =
      """
      #include <stdlib.h>
      int main(void) {
        for (;;) free(malloc(16));
      }
      """;

  private static final String ENDS =
      """
      #include <pthread.h>
      static _Atomic int n;
      static void *work(void *none) { n++; return none; }
      int main(void) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
        n++;
        pthread_join(t, NULL);
        return 0;
      }
      """;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void programThatWaitsForADeviceIsRefused(boolean isApart) throws IOException {
    try (Compiled checked = Compiled.withHang(Duration.ofSeconds(1), directory, WAITS)) {
      if (isApart) {
        checked.program().runApart();
      }
      assertThatThrownBy(checked::explore)
          .isInstanceOf(UnusableProgram.class)
          .hasMessageContainingAll("in read of /dev/ptmx", "more than 2 seconds to --hang");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {WAITS, GOES_ON})
  void executionIsCutOffWhenNobodyWaitsForIt(String source) throws IOException {
    try (Compiled checked = Compiled.withHang(Duration.ofHours(1), directory, source)) {
      checked.program().cutOffWhen(() -> true);

      assertThatThrownBy(() -> checked.program().run(new Schedule(), new Trace()))
          .isInstanceOf(ExecutionCutOff.class);
    }
  }

  @Test
  void searchEndsWithAnExecutionThatIsCutOff() throws IOException {
    try (Compiled checked = Compiled.withHang(Duration.ofHours(1), directory, GOES_ON)) {
      Budget budget = new Budget(Long.MAX_VALUE, Duration.ofMillis(100), 100_000, 0);
      checked.program().cutOffWhen(() -> true);
      Outcome outcome =
          checked.explore(
              new SearchOptions(
                  StrategyKind.OPTIMAL, budget, true, true, 1, SearchOptions.DEFAULT_PLAN_CAP));

      assertThat(outcome.end()).isEqualTo(Outcome.End.TIME_LIMIT);
      assertThat(outcome.executions()).isZero();
    }
  }

  /** In a process of its own, too, which has no timers of the one it is forked from. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void computationWithoutEndIsAFinding(boolean isApart) throws IOException {
    String source = "int main(void) { for (volatile int n = 0;;) n++; }";
    try (Compiled checked = Compiled.withHang(Duration.ofMillis(300), directory, source)) {
      if (isApart) {
        checked.program().runApart();
      }
      Trace trace = new Trace();
      checked.program().run(new Schedule(), trace);

      assertThat(trace.failures()).extracting(Failure::kind).containsExactly(Failure.Kind.HANG);
    }
  }

  @Test
  void processThatIsKilledIsStartedAgainAsItWas() throws IOException, InterruptedException {
    try (Compiled checked = new Compiled(directory, ENDS)) {
      Trace first = new Trace();
      checked.program().run(new Schedule(), first);
      kill();
      Trace second = new Trace();
      checked.program().run(new Schedule(), second);

      assertThat(second.failures()).isEmpty();
      assertThat(second.ending()).isEqualTo(Ending.COMPLETED);
      assertThat(second.size()).isEqualTo(first.size());
      assertThat(checked.program().notes()).isEmpty();
    }
  }

  /** As it is with too little memory: twice is no accident. */
  @Test
  void processThatIsKilledEachTimeIsAFinding() throws IOException {
    String source = "int main(void) { for (volatile int n = 0;;) n++; }";
    try (Compiled checked = Compiled.withLimit("-t 1", directory, source)) {
      Trace trace = new Trace();
      checked.program().run(new Schedule(), trace);

      assertThat(trace.failures()).extracting(Failure::kind).containsExactly(Failure.Kind.CRASH);
      assertThat(trace.failures().get(0).message()).contains("killed by signal");
    }
  }

  private static void kill() throws InterruptedException {
    List<ProcessHandle> programs =
        ProcessHandle.current()
            .children()
            .filter(each -> each.info().command().orElse("").endsWith("/program"))
            .toList();
    assertThat(programs).hasSize(1);
    programs.get(0).destroyForcibly();
    while (programs.get(0).isAlive()) {
      Thread.sleep(10);
    }
  }
}
