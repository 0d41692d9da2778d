package dev.clew.explore.bounded;

import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.util.Arrays;

/**
 * Classes of prefixes that were seen, known by a hash of 128 bits, and the steps between them.
 *
 * <p>A step is of one thread and takes one alternative. It leads to a state, or nobody knows yet
 * where. A state is <em>done</em> if everything is explored that is within the bound below it: the
 * hash table H of Musuvathi and Qadeer.
 */
final class ClassGraph {
  /** A step that leads to where nobody has been. */
  static final int UNKNOWN = -1;

  private int states;
  private long[] high = new long[256];
  private long[] low = new long[256];
  private boolean[] done = new boolean[256];
  private int[] firstStep = new int[256];

  private int steps;
  private int[] nextStep = new int[256];
  private int[] thread = new int[256];
  private int[] label = new int[256];
  private int[] leadsTo = new int[256];
  private boolean[] within = new boolean[256];

  private int[] slots = new int[1024];

  /** The number of the state with this hash, -1 if it was not seen. */
  int find(long hashHigh, long hashLow) {
    return slots[slotOf(hashHigh, hashLow)] - 1;
  }

  /** Adds a state that was not seen, without steps; returns its number. */
  int add(long hashHigh, long hashLow) {
    if (states == high.length) {
      high = Arrays.copyOf(high, 2 * states);
      low = Arrays.copyOf(low, 2 * states);
      done = Arrays.copyOf(done, 2 * states);
      firstStep = Arrays.copyOf(firstStep, 2 * states);
    }
    if (2 * (states + 1) > slots.length) {
      growSlots();
    }
    slots[slotOf(hashHigh, hashLow)] = states + 1;
    high[states] = hashHigh;
    low[states] = hashLow;
    firstStep[states] = -1;
    return states++;
  }

  boolean isDone(int state) {
    return done[state];
  }

  void setDone(int state) {
    done[state] = true;
  }

  /** The number of states. */
  int size() {
    return states;
  }

  // --- steps

  /** The number of steps. */
  int stepCount() {
    return steps;
  }

  /** Adds a step of which nobody knows yet which alternatives it has. */
  void addStep(int state, int ofThread, boolean isWithin) {
    addStep(state, ofThread, Schedule.ANY_LABEL, isWithin);
  }

  private int addStep(int state, int ofThread, int withLabel, boolean isWithin) {
    if (steps == thread.length) {
      nextStep = Arrays.copyOf(nextStep, 2 * steps);
      thread = Arrays.copyOf(thread, 2 * steps);
      label = Arrays.copyOf(label, 2 * steps);
      leadsTo = Arrays.copyOf(leadsTo, 2 * steps);
      within = Arrays.copyOf(within, 2 * steps);
    }
    thread[steps] = ofThread;
    label[steps] = withLabel;
    leadsTo[steps] = UNKNOWN;
    within[steps] = isWithin;
    nextStep[steps] = firstStep[state];
    firstStep[state] = steps;
    return steps++;
  }

  /** Says where the step of a thread leads that event {@code i} of a trace is. */
  void learn(int state, Trace trace, int i, int to) {
    for (int step = firstStep[state]; step >= 0; step = nextStep[step]) {
      if (thread[step] == trace.thread(i)) {
        if (label[step] == Schedule.ANY_LABEL) {
          nameAlternatives(state, step, trace, i);
        }
        if (label[step] == trace.label(i)) {
          leadsTo[step] = to;
          return;
        }
      }
    }
    throw new IllegalStateException("event " + i + " is no step of its state");
  }

  private void nameAlternatives(int state, int step, Trace trace, int i) {
    label[step] = trace.label(i);
    for (int k = 0; k < trace.optionCount(i); k++) {
      if (trace.option(i, k) != trace.label(i)) {
        addStep(state, thread[step], trace.option(i, k), within[step]);
      }
    }
  }

  /** A step within the bound that leads to what is not done, -1 if there is none. */
  int openStep(int state) {
    int open = -1;
    for (int step = firstStep[state]; step >= 0; step = nextStep[step]) {
      if (within[step] && (leadsTo[step] == UNKNOWN || !done[leadsTo[step]])) {
        open = step;
      }
    }
    return open;
  }

  int thread(int step) {
    return thread[step];
  }

  int label(int step) {
    return label[step];
  }

  int leadsTo(int step) {
    return leadsTo[step];
  }

  /** Whether some step leads to where nothing within the bound leads. */
  boolean hasBeyond() {
    for (int step = 0; step < steps; step++) {
      if (!within[step] && leadsTo[step] == UNKNOWN) {
        return true;
      }
    }
    return false;
  }

  // --- table

  private int slotOf(long hashHigh, long hashLow) {
    int mask = slots.length - 1;
    int slot = (int) hashLow & mask;
    while (slots[slot] != 0
        && (low[slots[slot] - 1] != hashLow || high[slots[slot] - 1] != hashHigh)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void growSlots() {
    slots = new int[2 * slots.length];
    for (int state = 0; state < states; state++) {
      slots[slotOf(high[state], low[state])] = state + 1;
    }
  }
}
