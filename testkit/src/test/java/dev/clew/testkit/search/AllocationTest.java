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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AllocationTest {

  @Test
  void theOptimalSearchAllocatesNothingOnceItsArraysHaveGrown() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    ToyProgram program = Programs.parse(Programs.lostUpdate(6));
    List<Long> allocated = new ArrayList<>(10_000);
    Pace watching =
        progress -> {
          allocated.add(threads.getThreadAllocatedBytes(self));
          return true;
        };
    new Exploration(
            program,
            SearchOptions.with(StrategyKind.OPTIMAL),
            Observers.standard(program),
            watching)
        .explore();
    int half = allocated.size() / 2;
    long bytes = allocated.get(allocated.size() - 1) - allocated.get(half);
    long looks = allocated.size() - 1 - half;
    assertThat(looks).isGreaterThan(100);
    // the looks themselves box a number each; an execution between two looks may allocate nothing
    assertThat(bytes / looks).isLessThan(200);
  }
}
