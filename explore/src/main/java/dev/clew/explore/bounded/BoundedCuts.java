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

  private final Frontier frontier = new Frontier();

  /** Cuts. */
  private final CutTable cuts = new CutTable();

  private int threads;

  /** By cut and thread: the fewest preemptions if that thread was last. */
  private int[] fewest = new int[0];

  private int[] cut = new int[0];

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
    }
    cuts.clear(threads);
    frontier.begin(threads, cut);
    for (int preemptions = 0; preemptions <= most && frontier.hasNext(); preemptions++) {
      while (frontier.hasNext()) {
        frontier.next(cut);
        note(preemptions);
        extend();
        if (frontier.numbers() > numbers) {
          return false;
        }
      }
      frontier.preempt();
    }
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
        frontier.extend(cut, t, preempts && t != last);
      }
    }
  }
}
