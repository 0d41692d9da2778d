package dev.clew.jvm.program.prospects;

import dev.clew.jvm.run.Execution;
import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The mutexes that each thread holds in an execution, by its events. */
final class Held {
  private final Execution execution;
  private final Things things;
  private final Map<Integer, Set<Integer>> of = new HashMap<>();
  private int size;

  Held(Execution execution, Things things) {
    this.execution = execution;
    this.things = things;
  }

  void begin() {
    of.clear();
    size = 0;
  }

  /** Takes in the events that were recorded since. */
  void catchUp() {
    Trace trace = execution.trace();
    for (; size < execution.trace().size(); size++) {
      take(trace, size);
    }
  }

  private void take(Trace trace, int i) {
    OpKind kind = OpKind.of(trace.kind(i));
    Set<Integer> held = of.computeIfAbsent(trace.thread(i), any -> new TreeSet<>());
    boolean succeeds = Dependence.first(trace.modes(i)) == Dependence.WRITE;
    switch (kind) {
      case LOCK, REACQUIRE, TRY_LOCK -> {
        int mutex = things.mutexOf(trace.object(i));
        if (succeeds && mutex >= 0) {
          held.add(mutex);
        }
      }
      case UNLOCK, WAIT -> held.remove(things.mutexOf(trace.object(i)));
      default -> {}
    }
  }

  /** What a thread holds. */
  Set<Integer> of(int thread) {
    return new TreeSet<>(of.getOrDefault(thread, Set.of()));
  }
}
