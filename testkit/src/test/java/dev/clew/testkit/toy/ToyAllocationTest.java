package dev.clew.testkit.toy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.clew.testkit.corpus.BenchmarkPrograms;
import dev.clew.testkit.corpus.CounterPrograms;
import dev.clew.testkit.corpus.KnownProgram;
import dev.clew.testkit.corpus.LockPrograms;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Once everything has grown to its size, executions allocate nothing. */
final class ToyAllocationTest {
  private static final int EXECUTIONS = 20_000;

  @ParameterizedTest
  @MethodSource("programs")
  void executionsAllocateNothing(KnownProgram known) {
    ToyProgram program = known.program();
    Schedule schedule = new Schedule();
    Trace trace = new Trace();
    runMany(program, schedule, trace);
    long least = Long.MAX_VALUE;
    for (int attempt = 0; attempt < 5 && least > 0; attempt++) {
      long before = allocated();
      runMany(program, schedule, trace);
      least = Math.min(least, allocated() - before);
    }

    // What the measurement itself allocates, and a compiler thread may charge, is far below.
    assertThat(least).isLessThan(EXECUTIONS / 10);
  }

  static List<KnownProgram> programs() {
    return List.of(
        CounterPrograms.lostUpdate(3),
        CounterPrograms.compareAndSetThenWrite(3),
        LockPrograms.philosophers(4),
        LockPrograms.peterson(),
        BenchmarkPrograms.lastZero(5),
        BenchmarkPrograms.indexerWithLocks(2),
        everything());
  }

  private static KnownProgram everything() {
    return new KnownProgram(
        "everything",
        "shared p = 0; lock m; condition c; semaphore s = 1; rwlock rw; barrier b = 2",
        List.of(
            "thread main { start late; r = choose 3; p = r; unpark late; interrupt late;"
                + " lock m; notify c; notifyall c; unlock m; arrive b; join late timed }",
            "thread late { lock m; lock m; r = wait c m timed; unlock m; unlock m; park timed;"
                + " acquire s; release s; readlock rw; readunlock rw; writelock rw; arrive b;"
                + " r = interrupted; r = trylock m }"),
        0,
        0);
  }

  /** Replays a growing part of the previous execution, then goes on by either policy. */
  private static void runMany(ToyProgram program, Schedule schedule, Trace trace) {
    for (int i = 0; i < EXECUTIONS; i++) {
      int kept = trace.size() == 0 ? 0 : i % (trace.size() + 1);
      for (int k = 0; k < kept; k++) {
        schedule.set(k, trace.thread(k), trace.label(k));
      }
      schedule.keep(kept);
      boolean random = i % 2 == 0;
      schedule.setPolicy(random ? Schedule.Policy.RANDOM : Schedule.Policy.RUN_ON, i % 64);
      schedule.recordEnabled(true);
      schedule.recordDetails(true);
      program.run(schedule, trace);
    }
  }

  private static long allocated() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
  }
}
