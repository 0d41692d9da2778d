package dev.clew.explore.stateful;

import dev.clew.trace.Guide;
import dev.clew.trace.Schedule;
import java.util.Arrays;

/**
 * The states seen so far and the steps between them, as columns.
 *
 * <p>A step that was not executed yet has no target: it is a plan. Invariant: a thread that has a
 * step from a state has one for each alternative that is known there.
 */
final class StateGraph {
  /** Stands for no state and no step. */
  static final int NONE = -1;

  private int states;
  private long[] high = new long[64];
  private long[] low = new long[64];
  private int[] enabled = new int[64];
  private int[] summary = new int[64];
  private int[] firstOut = new int[64];
  private int[] firstIn = new int[64];
  private int[] arrival = new int[64];
  private int[] depth = new int[64];
  private boolean[] mayEnd = new boolean[64];

  private int steps;
  private int[] source = new int[128];
  private int[] target = new int[128];
  private int[] thread = new int[128];
  private int[] label = new int[128];
  private int[] operation = new int[128];
  private int[] second = new int[128];
  private boolean[] changes = new boolean[128];
  private int[] nextOut = new int[128];
  private int[] nextIn = new int[128];

  /** Open addressing: a slot is a state plus one, 0 if it is free. */
  private int[] slots = new int[256];

  private final Plans plans = new Plans();

  // --- states

  int states() {
    return states;
  }

  /** The state with this fingerprint, {@link #NONE} if there is none or it is unknown. */
  int find(long stateHigh, long stateLow) {
    if (isUnknown(stateHigh, stateLow)) {
      return NONE;
    }
    return slots[slotOf(stateHigh, stateLow)] - 1;
  }

  /** Adds a state that was not there. */
  int add(long stateHigh, long stateLow) {
    if (states == high.length) {
      growStates();
    }
    int state = states++;
    high[state] = stateHigh;
    low[state] = stateLow;
    enabled[state] = InternedSets.EMPTY;
    summary[state] = InternedSets.EMPTY;
    firstOut[state] = NONE;
    firstIn[state] = NONE;
    arrival[state] = NONE;
    mayEnd[state] = false;
    if (!isUnknown(stateHigh, stateLow)) {
      slots[slotOf(stateHigh, stateLow)] = state + 1;
    }
    return state;
  }

  /** Whether a state that was reached again by the same step looks as it did. */
  boolean looksLike(int state, long stateHigh, long stateLow) {
    return high[state] == stateHigh && low[state] == stateLow;
  }

  private static boolean isUnknown(long stateHigh, long stateLow) {
    return stateHigh == Guide.UNKNOWN && stateLow == Guide.UNKNOWN;
  }

  /** Whether the program may end in a state, whoever could go on. */
  boolean mayEnd(int state) {
    return mayEnd[state];
  }

  void setMayEnd(int state) {
    mayEnd[state] = true;
  }

  /** The set of threads that are enabled in a state. */
  int enabled(int state) {
    return enabled[state];
  }

  void setEnabled(int state, int threads) {
    enabled[state] = threads;
  }

  /** The set of operations that can come after a state, or are blocked for ever. */
  int summary(int state) {
    return summary[state];
  }

  void setSummary(int state, int operations) {
    summary[state] = operations;
  }

  /** The step by which a state was first reached, {@link #NONE} for the start. */
  int arrival(int state) {
    return arrival[state];
  }

  /** How many steps from the start a state was first reached. */
  int depth(int state) {
    return depth[state];
  }

  /** The first step from a state; {@link #nextOut} has the others. */
  int firstOut(int state) {
    return firstOut[state];
  }

  /** The first step to a state; {@link #nextIn} has the others. */
  int firstIn(int state) {
    return firstIn[state];
  }

  // --- steps

  int steps() {
    return steps;
  }

  /** The step of a thread from a state with this label, {@link #NONE} if there is none. */
  int step(int state, int stepThread, int stepLabel) {
    for (int step = firstOut[state]; step >= 0; step = nextOut[step]) {
      if (thread[step] == stepThread && label[step] == stepLabel) {
        return step;
      }
    }
    return NONE;
  }

  /** Whether a thread has a step from a state, executed or planned. */
  boolean hasStep(int state, int stepThread) {
    for (int step = firstOut[state]; step >= 0; step = nextOut[step]) {
      if (thread[step] == stepThread) {
        return true;
      }
    }
    return false;
  }

  /** A planned step from a state, {@link #NONE} if there is none. */
  int planAt(int state) {
    for (int step = firstOut[state]; step >= 0; step = nextOut[step]) {
      if (target[step] < 0) {
        return step;
      }
    }
    return NONE;
  }

  /** Plans a step. */
  int plan(int state, int stepThread, int stepLabel) {
    if (steps == source.length) {
      growSteps();
    }
    int step = steps++;
    source[step] = state;
    target[step] = NONE;
    thread[step] = stepThread;
    label[step] = stepLabel;
    operation[step] = NONE;
    second[step] = NONE;
    nextOut[step] = firstOut[state];
    firstOut[state] = step;
    plans.add(step, depth[state]);
    return step;
  }

  /** The plan nearest to the start, {@link #NONE} if there is none. */
  int firstPlan() {
    int plan = plans.first();
    while (plan >= 0 && target[plan] >= 0) {
      plans.removeFirst();
      plan = plans.first();
    }
    return plan;
  }

  /** How many steps are planned, at most. */
  int planCount() {
    return plans.count();
  }

  /** Says what a planned step did, but not yet where it led. */
  void describe(int step, int stepLabel, int stepOperation, int secondOperation) {
    label[step] = stepLabel;
    operation[step] = stepOperation;
    second[step] = secondOperation;
  }

  /** Says where a planned step led. */
  void lead(int step, int state) {
    target[step] = state;
    nextIn[step] = firstIn[state];
    firstIn[state] = step;
    if (arrival[state] == NONE && state != 0) {
      arrival[state] = step;
      depth[state] = depth[source[step]] + 1;
    }
  }

  int source(int step) {
    return source[step];
  }

  /** Where a step leads, {@link #NONE} if it is a plan. */
  int target(int step) {
    return target[step];
  }

  int thread(int step) {
    return thread[step];
  }

  /** The alternative that a step takes, {@link Schedule#ANY_LABEL} of a plan for any. */
  int label(int step) {
    return label[step];
  }

  /** The operation of a step that was executed. */
  int operation(int step) {
    return operation[step];
  }

  /** Another operation that was possible where the step was, {@link #NONE} if none. */
  int secondOperation(int step) {
    return second[step];
  }

  /** Says whether a step changed anything but who holds a mutex. */
  void noteChange(int step, boolean isChange) {
    changes[step] = isChange;
  }

  boolean changes(int step) {
    return changes[step];
  }

  int nextOut(int step) {
    return nextOut[step];
  }

  int nextIn(int step) {
    return nextIn[step];
  }

  // --- room

  private int slotOf(long stateHigh, long stateLow) {
    int mask = slots.length - 1;
    int slot = (int) (stateLow ^ stateLow >>> 32) & mask;
    while (slots[slot] != 0 && !looksLike(slots[slot] - 1, stateHigh, stateLow)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void growStates() {
    int capacity = 2 * states;
    high = Arrays.copyOf(high, capacity);
    low = Arrays.copyOf(low, capacity);
    enabled = Arrays.copyOf(enabled, capacity);
    summary = Arrays.copyOf(summary, capacity);
    firstOut = Arrays.copyOf(firstOut, capacity);
    firstIn = Arrays.copyOf(firstIn, capacity);
    arrival = Arrays.copyOf(arrival, capacity);
    depth = Arrays.copyOf(depth, capacity);
    mayEnd = Arrays.copyOf(mayEnd, capacity);
    slots = new int[4 * capacity];
    for (int state = 0; state < states; state++) {
      if (!isUnknown(high[state], low[state])) {
        slots[slotOf(high[state], low[state])] = state + 1;
      }
    }
  }

  private void growSteps() {
    int capacity = 2 * steps;
    source = Arrays.copyOf(source, capacity);
    target = Arrays.copyOf(target, capacity);
    thread = Arrays.copyOf(thread, capacity);
    label = Arrays.copyOf(label, capacity);
    operation = Arrays.copyOf(operation, capacity);
    second = Arrays.copyOf(second, capacity);
    changes = Arrays.copyOf(changes, capacity);
    nextOut = Arrays.copyOf(nextOut, capacity);
    nextIn = Arrays.copyOf(nextIn, capacity);
  }
}
