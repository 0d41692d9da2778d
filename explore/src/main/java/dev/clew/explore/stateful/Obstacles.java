package dev.clew.explore.stateful;

import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Program;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who stands in whose way: for a thread that cannot go on in a state, a thread that must do
 * something first.
 *
 * <p>This is known of threads that wait for a mutex (its holder) or for the end of a thread (that
 * one), when the execution that found the state shows what they wait for.
 */
final class Obstacles {
  private static final int UNKNOWN = -1;

  private final Program program;
  private final List<int @Nullable []> byState = new ArrayList<>();
  private @Nullable OpKind[] nextKind = new OpKind[8];
  private int[] nextObject = new int[8];
  private int[] nextTarget = new int[8];

  Obstacles(Program program) {
    this.program = program;
  }

  /** The thread that must do something before another one can go on in a state, -1 if unknown. */
  int of(int state, int thread) {
    int[] known = state < byState.size() ? byState.get(state) : null;
    return known == null || thread >= known.length ? UNKNOWN : known[thread];
  }

  // --- one execution, from its end to its start

  /** Begins at the end of an execution. */
  void begin(PendingOperations pending) {
    Arrays.fill(nextKind, null);
    for (int p = 0; p < pending.size(); p++) {
      next(pending.thread(p), OpKind.of(pending.kind(p)), pending.object(p), pending.target(p));
    }
  }

  /** Goes back over an event. */
  void goBack(Trace trace, int event) {
    next(
        trace.thread(event),
        OpKind.of(trace.kind(event)),
        trace.object(event),
        trace.target(event));
  }

  private void next(int thread, OpKind kind, int object, int target) {
    if (thread >= nextKind.length) {
      nextKind = Arrays.copyOf(nextKind, 2 * thread);
      nextObject = Arrays.copyOf(nextObject, 2 * thread);
      nextTarget = Arrays.copyOf(nextTarget, 2 * thread);
    }
    nextKind[thread] = kind;
    nextObject[thread] = object;
    nextTarget[thread] = target;
  }

  /** Keeps what is known of a state in which these threads are enabled. */
  void keep(int state, InternedSets sets, int enabled, Holds holds) {
    int[] known = null;
    for (int thread = 0; thread < nextKind.length; thread++) {
      int obstacle = sets.contains(enabled, thread) ? UNKNOWN : obstacle(thread, holds);
      if (obstacle >= 0) {
        if (known == null) {
          known = new int[nextKind.length];
          Arrays.fill(known, UNKNOWN);
        }
        known[thread] = obstacle;
      }
    }
    while (byState.size() <= state) {
      byState.add(null);
    }
    byState.set(state, known);
  }

  private int obstacle(int thread, Holds holds) {
    OpKind kind = nextKind[thread];
    if (kind == OpKind.JOIN) {
      return nextTarget[thread];
    }
    boolean wantsMutex =
        kind == OpKind.LOCK || kind == OpKind.REACQUIRE && program.interruptStatus(thread) < 0;
    int holder = wantsMutex ? holds.holder(nextObject[thread]) : UNKNOWN;
    return holder == thread ? UNKNOWN : holder;
  }
}
