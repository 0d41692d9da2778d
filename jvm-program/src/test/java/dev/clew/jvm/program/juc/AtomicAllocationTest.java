package dev.clew.jvm.program.juc;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.clew.jvm.program.Harness;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class AtomicAllocationTest {
  private static final int ROUNDS = 2000;

  /** One thread that does the same operations again and again. */
  public static final class Rounds {
    private static final AtomicInteger i = new AtomicInteger();
    private static final AtomicLong l = new AtomicLong();
    private static final AtomicBoolean b = new AtomicBoolean();

    public static void main(String[] args) {
      for (int round = Integer.parseInt(args[0]); round > 0; round--) {
        i.incrementAndGet();
        i.compareAndSet(1, 0);
        i.set(i.get());
        l.getAndAdd(2);
        l.lazySet(l.getAcquire());
        b.set(!b.get());
        b.compareAndSet(true, false);
      }
    }
  }

  @Test
  void operationsOnAtomicNumbersAllocateNothing() {
    long few = allocatedBy(ROUNDS);
    long many = allocatedBy(2 * ROUNDS);
    assertThat(many - few).isLessThan(10 * ROUNDS);
  }

  /** The bytes that all threads allocate in an execution that is not the first. */
  private static long allocatedBy(int rounds) {
    return Harness.program(Rounds.class, Integer.toString(rounds))
        .use(
            program -> {
              Schedule schedule = new Schedule();
              Trace trace = new Trace();
              long least = Long.MAX_VALUE;
              for (int run = 0; run < 5; run++) {
                long before = allocated();
                program.run(schedule, trace);
                least = Math.min(least, allocated() - before);
              }
              return least;
            });
  }

  private static long allocated() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (long each : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
      sum += Math.max(each, 0);
    }
    return sum;
  }
}
