package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.sampling.RandomStrategy;
import dev.clew.explore.strategy.Strategy;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What executions leave behind does not make later ones slower. */
final class LongSearchTest {
  private static final int EXECUTIONS = 100_000;
  private static final int PARTS = 10;
  private static final int AT_ONCE = 100;

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
                  Arrays.fill(parts, Long.MAX_VALUE);
                  for (int n = 0; n < EXECUTIONS; n += AT_ONCE) {
                    long before = cpu();
                    for (int i = 0; i < AT_ONCE; i++) {
                      walks.next(schedule);
                      program.run(schedule, trace);
                    }
                    int part = n / (EXECUTIONS / PARTS);
                    parts[part] = Math.min(parts[part], cpu() - before);
                  }
                  return parts;
                });
    // The quickest of each part, as what it costs to wake a thread is the machine's affair: seen to
    // vary by 2.5. Before the second part all is compiled; what grows with the executions grows by
    // 5 to 10 times until the last.
    assertThat(nanos[PARTS - 1]).isLessThan(5 * nanos[1]);
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
