package dev.clew.explore.naive;

import dev.clew.explore.strategy.SavedSteps;
import dev.clew.explore.strategy.Strategy;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Every interleaving, depth first, without any reduction; or only those with few context switches,
 * or with few preemptions.
 *
 * <p>At each depth the thread that ran on comes first, then the other enabled ones in order; for
 * each thread all alternatives of its operation.
 *
 * <p>With few preemptions this is the search that Musuvathi and Qadeer call cb-dfs.
 */
public final class NaiveStrategy implements Strategy {
  private final Trace trace;
  private final int switchLimit;

  /** Whether only switches away from a thread that could have gone on count. */
  private final boolean countsPreemptions;

  private boolean isPartial;
  private boolean started;
  private int known;
  private int[] firstThread = new int[64];

  private NaiveStrategy(Trace trace, int switchLimit, boolean countsPreemptions) {
    this.trace = trace;
    this.switchLimit = switchLimit;
    this.countsPreemptions = countsPreemptions;
  }

  /** A search of everything, in the given trace. */
  public static NaiveStrategy ofAll(Trace trace) {
    return new NaiveStrategy(trace, Integer.MAX_VALUE, false);
  }

  /** A search of what has at most so many context switches before the last alternative. */
  public static NaiveStrategy withSwitches(Trace trace, int most) {
    return new NaiveStrategy(trace, most, false);
  }

  /** A search of what has at most so many preemptions. */
  public static NaiveStrategy withPreemptions(Trace trace, int most) {
    return new NaiveStrategy(trace, most, true);
  }

  @Override
  public boolean next(Schedule schedule) {
    if (!started) {
      started = true;
      schedule.keep(0);
      return true;
    }
    for (int depth = trace.size() - 1; depth >= 0; depth--) {
      int label = nextLabel(depth);
      if (label != Trace.NO_LABEL) {
        schedule.keep(depth);
        schedule.add(trace.thread(depth), label);
        known = depth + 1;
        return true;
      }
      int thread = nextThread(depth);
      if (thread >= 0) {
        schedule.keep(depth);
        schedule.add(thread, Schedule.ANY_LABEL);
        known = depth + 1;
        return true;
      }
    }
    return false;
  }

  @Override
  public void learn(Schedule schedule) {
    int size = trace.size();
    if (size > firstThread.length) {
      firstThread = Arrays.copyOf(firstThread, 2 * size);
    }
    for (int i = known; i < size; i++) {
      firstThread[i] = trace.thread(i);
    }
    for (int i = Math.max(0, known - 1); i < size; i++) {
      schedule.set(i, trace.thread(i), trace.label(i));
    }
    known = size;
  }

  /** The alternative after the current one at this depth, {@code NO_LABEL} if there is none. */
  private int nextLabel(int depth) {
    int options = trace.optionCount(depth);
    for (int k = 0; k + 1 < options; k++) {
      if (trace.option(depth, k) == trace.label(depth)) {
        return trace.option(depth, k + 1);
      }
    }
    return Trace.NO_LABEL;
  }

  /**
   * The enabled thread after the current one at this depth, -1 if there is none within the switch
   * limit.
   */
  private int nextThread(int depth) {
    int first = firstThread[depth];
    int current = trace.thread(depth);
    for (int k = 0; k < trace.enabledCount(depth); k++) {
      int thread = trace.enabled(depth, k);
      if (thread != first && (current == first || thread > current)) {
        if (depth == 0 || switchLimit == Integer.MAX_VALUE || isWithinLimit(depth, thread)) {
          return thread;
        }
        isPartial = true;
      }
    }
    return -1;
  }

  /** Whether this thread may come at this depth. */
  private boolean isWithinLimit(int depth, int thread) {
    boolean isSwitch = thread != trace.thread(depth - 1);
    if (!countsPreemptions) {
      return switchesTo(depth) + (isSwitch ? 1 : 0) <= switchLimit;
    }
    return preemptionsTo(depth) + (isSwitch && isPreempted(depth) ? 1 : 0) <= switchLimit;
  }

  /** The preemptions among the events before this depth. */
  private int preemptionsTo(int depth) {
    int preemptions = 0;
    for (int i = 1; i < depth; i++) {
      preemptions += trace.thread(i) != trace.thread(i - 1) && isPreempted(i) ? 1 : 0;
    }
    return preemptions;
  }

  /** Also false if the program preempted a thread that went round in a loop for very long. */
  @Override
  public boolean covers(Schedule schedule) {
    boolean covers = !countsPreemptions || preemptionsTo(trace.size()) <= switchLimit;
    isPartial |= !covers;
    return covers;
  }

  /** Whether the thread before this depth could have gone on. */
  private boolean isPreempted(int depth) {
    int last = trace.thread(depth - 1);
    for (int k = 0; k < trace.enabledCount(depth); k++) {
      if (trace.enabled(depth, k) == last) {
        return true;
      }
    }
    return false;
  }

  /** The context switches among the events before this depth. */
  private int switchesTo(int depth) {
    int switches = 0;
    for (int i = 1; i < depth; i++) {
      if (trace.thread(i) != trace.thread(i - 1)) {
        switches++;
      }
    }
    return switches;
  }

  @Override
  public boolean isPartial() {
    return isPartial;
  }

  @Override
  public boolean hasNext() {
    for (int depth = 0; depth < known; depth++) {
      if (nextLabel(depth) != Trace.NO_LABEL || nextThread(depth) >= 0) {
        return true;
      }
    }
    return !started;
  }

  @Override
  public double explored() {
    double fraction = 0;
    double weight = 1;
    for (int depth = 0; depth < trace.size(); depth++) {
      int total = trace.enabledCount(depth);
      // Of an execution that ends the search nothing is learned: all it adds came first.
      int first = depth < known ? firstThread[depth] : trace.thread(depth);
      int done = trace.thread(depth) == first ? 0 : 1;
      for (int k = 0; done > 0 && trace.enabled(depth, k) != trace.thread(depth); k++) {
        done += trace.enabled(depth, k) == first ? 0 : 1;
      }
      int options = Math.max(1, trace.optionCount(depth));
      int optionsDone = 0;
      while (optionsDone + 1 < options && trace.option(depth, optionsDone) != trace.label(depth)) {
        optionsDone++;
      }
      fraction += weight * (done + (double) optionsDone / options) / total;
      weight /= (double) total * options;
    }
    return fraction + weight;
  }

  @Override
  public boolean needsEnabledThreads() {
    return true;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeBoolean(started);
    SavedSteps.write(trace, known, out);
    for (int i = 0; i < known; i++) {
      out.writeInt(firstThread[i]);
    }
  }

  @Override
  public void restore(DataInput in, Schedule schedule, Runnable execute) throws IOException {
    started = in.readBoolean();
    known = SavedSteps.replay(in, schedule, execute);
    firstThread = new int[Math.max(64, known)];
    for (int i = 0; i < known; i++) {
      firstThread[i] = in.readInt();
    }
  }
}
