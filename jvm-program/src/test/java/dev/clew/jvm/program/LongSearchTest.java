package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.sampling.RandomStrategy;
import dev.clew.explore.strategy.Strategy;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.lang.management.ManagementFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What executions leave behind does not make later ones slower. */
final class LongSearchTest {
  private static final int EXECUTIONS = 100_000;
  private static final int PARTS = 10;

  /** Uses a pool, which the JDK notes somewhere. */
  public static final class Pooled {
    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(1);
      pool.submit(() -> 1).get();
      pool.shutdown();
    }
  }

  @Test
  void anExecutionTakesAsLongInTheEndAsInTheBeginning() {
    long[] nanos =
        Harness.program(Pooled.class)
            .use(
                program -> {
                  Trace trace = new Trace();
                  Schedule schedule = new Schedule();
                  Strategy walks = new RandomStrategy(1);
                  long[] parts = new long[PARTS];
                  for (int n = 0; n < EXECUTIONS; n++) {
                    long before = cpu();
                    walks.next(schedule);
                    program.run(schedule, trace);
                    parts[n / (EXECUTIONS / PARTS)] += cpu() - before;
                  }
                  return parts;
                });
    // Before the second part everything is compiled; what grows with the executions grows by far
    // more.
    assertThat(nanos[PARTS - 1]).isLessThan(3 * nanos[1]);
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
