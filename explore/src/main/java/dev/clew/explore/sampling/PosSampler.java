package dev.clew.explore.sampling;

import dev.clew.trace.Dependence;
import dev.clew.trace.Trace;
import java.util.Arrays;

/**
 * Partial order sampling (Yuan, Yang, Gu 2018): every operation that a thread stands at has a
 * random priority, the highest is done next, and those that depend on it get new priorities.
 */
final class PosSampler implements Sampler {
  private final Dice dice = new Dice();
  private final Offers offers = new Offers();

  private long[] priority = new long[8];
  private int[] object = new int[8];
  private int[] mode = new int[8];

  /** The execution in which a thread was offered last. */
  private long[] knownIn = new long[8];

  private Trace trace = new Trace();
  private long seed;
  private long execution;
  private int end;
  private int seen;

  @Override
  public void prepare(long newSeed, Trace before) {
    seed = newSeed;
  }

  @Override
  public void begin(Trace newTrace) {
    trace = newTrace;
    dice.seed(seed);
    offers.clear();
    execution++;
    end = 0;
    seen = 0;
  }

  @Override
  public void offer(int thread, int newObject, int newMode) {
    if (thread >= priority.length) {
      int capacity = Math.max(2 * priority.length, thread + 1);
      priority = Arrays.copyOf(priority, capacity);
      object = Arrays.copyOf(object, capacity);
      mode = Arrays.copyOf(mode, capacity);
      knownIn = Arrays.copyOf(knownIn, capacity);
    }
    if (knownIn[thread] != execution) {
      knownIn[thread] = execution;
      priority[thread] = dice.next() >>> 1;
      end = Math.max(end, thread + 1);
    }
    object[thread] = newObject;
    mode[thread] = newMode;
    offers.add(thread, newObject);
  }

  @Override
  public int choose() {
    for (int size = trace.size(); seen < size; seen++) {
      redraw(seen);
    }
    int chosen = offers.highest(priority);
    offers.clear();
    return chosen;
  }

  /** Draws anew for the thread of event i, and for those whose operations depend on it. */
  private void redraw(int i) {
    int first = trace.object(i);
    int second = trace.other(i);
    int modes = trace.modes(i);
    for (int t = 0; t < end; t++) {
      if (knownIn[t] == execution
          && (t == trace.thread(i)
              || Dependence.conflict(first, second, modes, object[t], Trace.NONE, mode[t]))) {
        priority[t] = dice.next() >>> 1;
      }
    }
  }

  @Override
  public int chooseAlternative(int count) {
    return dice.below(count);
  }

  @Override
  public void learn() {}

  @Override
  public String guarantee() {
    return WalkSampler.GUARANTEE;
  }
}
