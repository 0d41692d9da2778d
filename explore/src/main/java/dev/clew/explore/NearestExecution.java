package dev.clew.explore;

import dev.clew.explore.audit.ClassFingerprint;
import dev.clew.explore.audit.SearchedClasses;
import dev.clew.explore.strategy.Strategy;
import dev.clew.trace.Meanings;
import dev.clew.trace.Program;
import dev.clew.trace.Schedule;
import dev.clew.trace.Steps;
import dev.clew.trace.Trace;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Searches again, for the execution that has most events in common with one that the search missed:
 * the same threads did the same there, after the same.
 */
final class NearestExecution {
  private static final int MOST_EXECUTIONS = 50_000;
  private static final long NANOS = 2_000_000_000L;

  private final Program program;
  private final SearchOptions options;
  private final Set<Long> events = new HashSet<>();
  private final ClassFingerprint fingerprint = new ClassFingerprint(Meanings.NUMBERS);
  private int most = -1;
  private @Nullable Steps nearest;

  /** A search for what is like the execution in a trace. */
  NearestExecution(Program program, SearchOptions options, Trace missed) {
    this.program = program;
    this.options = options;
    fingerprint.takeIn(missed);
    for (int i = 0; i < missed.size(); i++) {
      events.add(fingerprint.ofEvent(i));
    }
    fingerprint.keep(0);
  }

  /** The execution, null if the search has none. */
  @Nullable Steps find() {
    Trace trace = new Trace();
    Strategy strategy = options.strategy().create(program, trace, options);
    Schedule schedule = new Schedule();
    schedule.setStepLimit(options.budget().steps());
    schedule.recordEnabled(strategy.needsEnabledThreads());
    long deadline = System.nanoTime() + NANOS;
    for (int n = 0; n < MOST_EXECUTIONS && strategy.next(schedule); n++) {
      program.run(schedule, trace);
      fingerprint.keep(schedule.common());
      if (SearchedClasses.isWhole(trace)) {
        compare(trace);
      }
      strategy.learn(schedule);
      if (System.nanoTime() - deadline > 0) {
        break;
      }
    }
    return nearest;
  }

  private void compare(Trace trace) {
    fingerprint.takeIn(trace);
    int common = 0;
    for (int i = 0; i < trace.size(); i++) {
      common += events.contains(fingerprint.ofEvent(i)) ? 1 : 0;
    }
    if (common > most) {
      most = common;
      nearest = Steps.of(trace, trace.size());
    }
  }
}
