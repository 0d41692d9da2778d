package dev.clew.testkit.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.clew.analyze.Observers;
import dev.clew.explore.Exploration;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.toy.ToyProgram;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

final class AllocationTest {
  /** Of the lost update with six threads: (6!)^2. */
  private static final int CLASSES = 518_400;

  @Test
  void theOptimalSearchAllocatesNothingOnceItsArraysHaveGrown() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    ToyProgram program = Programs.parse(Programs.lostUpdate(6));
    // executions and allocated bytes at the first look past half of the search, and at the last
    // look
    long[] half = new long[2];
    long[] last = new long[2];
    Pace watching =
        progress -> {
          last[0] = progress.executions();
          last[1] = threads.getThreadAllocatedBytes(self);
          if (half[0] == 0 && last[0] > CLASSES / 2) {
            half[0] = last[0];
            half[1] = last[1];
          }
          return true;
        };
    new Exploration(
            program,
            SearchOptions.with(StrategyKind.OPTIMAL),
            Observers.standard(program),
            watching)
        .explore();
    long executions = last[0] - half[0];
    assertThat(executions).isGreaterThan(CLASSES / 4);
    assertThat((double) (last[1] - half[1]) / executions).isLessThan(0.1);
  }
}
