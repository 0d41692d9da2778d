package dev.clew.explore.bounded;

import dev.clew.trace.HappensBefore;
import dev.clew.trace.Program;
import dev.clew.trace.Trace;
import java.util.Arrays;

/**
 * All cuts of a trace that can be reached with few preemptions, and what each thread's next step
 * costs there.
 *
 * <p>CB(s, t) of Musuvathi and Qadeer for every prefix s of a happens-before graph: the fewest
 * preemptions of an execution that reaches s and goes on with thread t.
 */
final class BoundedCuts {
  private static final int NEVER = Integer.MAX_VALUE;

  private final HappensBefore order;
  private final Standing standing;

  /** Cuts with the thread that was last. */
  private final CutTable reached = new CutTable();

  /** Cuts. */
  private final CutTable cuts = new CutTable();

  private int threads;

  /** By cut and thread: the fewest preemptions if that thread was last. */
  private int[] fewest = new int[0];

  private int[] cut = new int[0];
  private int[] next = new int[0];
  private int[] now = new int[64];
  private int nowSize;
  private int[] later = new int[64];
  private int laterSize;

  BoundedCuts(Program program, Trace trace, HappensBefore order) {
    this.order = order;
    this.standing = new Standing(program, trace, order);
  }

  /**
   * Finds the cuts of the trace that are reached with at most so many preemptions; false if that
   * needs more than so many numbers.
   */
  boolean find(int most, long numbers) {
    threads = order.threads();
    if (cut.length < threads + 1) {
      cut = new int[threads + 1];
      next = new int[threads + 1];
    }
    reached.clear(threads + 1);
    cuts.clear(threads);
    Arrays.fill(cut, 0, threads, 0);
    cut[threads] = -1;
    enter(reached.add(cut));
    int preemptions = 0;
    while (nowSize > 0 && preemptions <= most) {
      while (nowSize > 0) {
        reached.copyTo(cut, now[--nowSize]);
        note(preemptions);
        extend();
        if ((long) reached.size() * (threads + 1) > numbers) {
          nowSize = 0;
          laterSize = 0;
          return false;
        }
      }
      for (int k = 0; k < laterSize; k++) {
        enter(later[k]);
      }
      laterSize = 0;
      preemptions++;
    }
    nowSize = 0;
    return true;
  }

  /** The number of cuts found. */
  int size() {
    return cuts.size();
  }

  /** Sets {@code target} to the number of events of each thread in a cut. */
  void copyTo(int[] target, int number) {
    cuts.copyTo(target, number);
  }

  /** The number of a cut that was found. */
  int numberOf(int[] content) {
    return cuts.numberOf(content);
  }

  /** Whether a thread can go on in a cut. */
  boolean canGoOn(int[] inCut, int thread) {
    return standing.canGoOn(thread, inCut);
  }

  /** The fewest preemptions of an execution that reaches a cut and goes on with a thread. */
  int cost(int number, int[] content, int thread) {
    int best = NEVER;
    boolean isStart = true;
    for (int last = 0; last < threads; last++) {
      isStart &= content[last] == 0;
      int reachedWith = fewest[number * threads + last];
      if (reachedWith != NEVER && reachedWith < best) {
        boolean preempts = last != thread && standing.canGoOn(last, content);
        best = Math.min(best, reachedWith + (preempts ? 1 : 0));
      }
    }
    return isStart ? 0 : best;
  }

  /** Whether the next event of a thread in the trace can come next in a cut. */
  boolean isNext(int[] inCut, int thread) {
    int done = inCut[thread];
    if (done >= order.count(thread)) {
      return false;
    }
    int event = order.eventOf(thread, done + 1);
    for (int t = 0; t < threads; t++) {
      if (t != thread && order.clock(event, t) > inCut[t]) {
        return false;
      }
    }
    return true;
  }

  private void note(int preemptions) {
    int known = cuts.size();
    int number = cuts.numberOf(cut);
    if ((number + 1) * threads > fewest.length) {
      fewest = Arrays.copyOf(fewest, Math.max(256, 2 * (number + 1)) * threads);
    }
    if (number == known) {
      Arrays.fill(fewest, number * threads, (number + 1) * threads, NEVER);
    }
    if (cut[threads] >= 0) {
      fewest[number * threads + cut[threads]] = preemptions;
    }
  }

  private void extend() {
    int last = cut[threads];
    boolean preempts = last >= 0 && standing.canGoOn(last, cut);
    for (int t = 0; t < threads; t++) {
      if (isNext(cut, t)) {
        step(t, preempts && t != last);
      }
    }
  }

  private void step(int thread, boolean preempts) {
    System.arraycopy(cut, 0, next, 0, threads);
    next[thread]++;
    next[threads] = thread;
    int row = reached.add(next);
    if (preempts) {
      if (laterSize == later.length) {
        later = Arrays.copyOf(later, 2 * laterSize);
      }
      later[laterSize++] = row;
    } else if (!enter(row)) {
      reached.dropLast();
    }
  }

  private boolean enter(int row) {
    if (!reached.enter(row)) {
      return false;
    }
    if (nowSize == now.length) {
      now = Arrays.copyOf(now, 2 * nowSize);
    }
    now[nowSize++] = row;
    return true;
  }
}
