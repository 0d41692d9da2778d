package dev.clew.testkit.oracle;

import dev.clew.testkit.oracle.Instruction.Operation;
import dev.clew.testkit.oracle.State.Phase;
import dev.clew.trace.OpKind;
import java.util.ArrayList;
import java.util.List;

/**
 * When things end by time alone. There is one clock. It moves when nothing else can happen, to the
 * next time at which something is due. A sleep may end before, as long as that takes the thread
 * less than the patience of the program ahead of the clock. In a program that has none, all that is
 * due at the same time ends at the same time.
 */
final class Timetable {
  /** The time of a yield that is not free. */
  private static final int A_ROUND = 1000;

  private final World world;
  private final Effects effects;

  Timetable(World world, Effects effects) {
    this.world = world;
    this.effects = effects;
  }

  /** When an operation is due at which a thread arrives now; 0 if at no time in particular. */
  static int due(State state, int thread, Operation operation) {
    if (operation.kind() == OpKind.YIELD && !operation.isSleep()) {
      return state.canBeLeft(thread) ? state.timeOf(thread) + A_ROUND : 0;
    }
    if (!operation.timed() || operation.within() == 0) {
      return 0;
    }
    int due = state.timeOf(thread) + operation.within();
    boolean mayEndBefore = operation.isSleep() && due < state.clock() + state.patience();
    return mayEndBefore ? 0 : due;
  }

  /** Those whose time has come, and who do not wait for their turn. */
  List<Integer> toBeWoken(State state) {
    List<Integer> due = new ArrayList<>();
    for (int t = 0; t < world.threadCount(); t++) {
      if (endsWithOthers(state, t) && state.due(t) <= state.clock()) {
        due.add(t);
      }
    }
    return due;
  }

  /** Whether a thread that cannot go on is in a timed operation, or at a yield that is not free. */
  boolean canGiveUp(State state, int thread) {
    Phase phase = state.phase(thread);
    if (phase != Phase.AT_OPERATION && phase != Phase.IN_WAIT_SET) {
      return false;
    }
    Operation operation = effects.operation(state, thread);
    return operation.timed() || operation.kind() == OpKind.YIELD;
  }

  private boolean endsWithOthers(State state, int thread) {
    boolean isExact = state.patience() == 0 && canGiveUp(state, thread) && state.due(thread) > 0;
    return isExact || isAsleep(state, thread);
  }

  boolean isAsleep(State state, int thread) {
    return state.phase(thread) == Phase.AT_OPERATION
        && effects.operation(state, thread).isSleep()
        && state.due(thread) > 0;
  }

  /** Whether both wake at the same time. */
  boolean wakeTogether(State state, int one, int other) {
    int first = Math.max(state.clock(), state.due(one));
    return endsWithOthers(state, one) && endsWithOthers(state, other) && state.due(other) <= first;
  }

  /** Of the threads that could end by time alone, those that do next. */
  List<Integer> next(State state, List<Integer> waiting) {
    int first = waiting.stream().mapToInt(state::due).filter(due -> due > 0).min().orElse(0);
    List<Integer> next = new ArrayList<>(waiting);
    next.removeIf(t -> state.due(t) > first);
    List<Integer> together = next.stream().filter(t -> endsWithOthers(state, t)).toList();
    next.removeIf(t -> together.indexOf(t) > 0);
    return next;
  }
}
