package dev.clew.explore.bounded;

import dev.clew.trace.HappensBefore;
import dev.clew.trace.OpKind;
import dev.clew.trace.Program;
import dev.clew.trace.Trace;

/**
 * The fewest preemptions with which the class of a trace, or of a part of it, can be executed.
 *
 * <p>A preemption is a step after a step of another thread that could have gone on ({@link
 * Standing}). The minimum over all linearisations is found by a search over cuts, each with the
 * thread that was last: first all that are reached without a preemption, then those with one, and
 * so on (Musuvathi and Qadeer 2007, section 3.2, forwards instead of backwards). The problem is
 * NP-complete, so this can take long: only as many preemptions as asked for are tried, and the
 * search gives up when it has seen very many cuts.
 */
public final class FewestPreemptions {
  private static final int INTERRUPT = OpKind.INTERRUPT.code();

  /** Numbers of all cuts that are kept at once: 16 MB. */
  private static final int MOST_NUMBERS = 1 << 22;

  private final Trace trace;
  private final HappensBefore order;
  private final Standing standing;
  private final Frontier frontier = new Frontier();

  private int threads;

  /** How many events of each thread are to be executed. */
  private int[] goal = new int[0];

  /** The clock of the last event of {@link #extraThread}, if that one is not in the trace. */
  private int[] extraClock = new int[0];

  private int extraThread;

  /** Whether leaving a thread counts even if it has nothing more to do. */
  private boolean isWhole;

  private boolean hasGivenUp;

  /** The cut that is extended, and the thread that was last. */
  private int[] cut = new int[0];

  /** For the trace with this order, whatever it holds when something is asked. */
  public FewestPreemptions(Program program, Trace trace, HappensBefore order) {
    this.trace = trace;
    this.order = order;
    this.standing = new Standing(program, trace, order);
  }

  /**
   * The fewest preemptions of the class of the whole trace; a number above {@code most} if there
   * are more than that.
   */
  public int ofTrace(int most) {
    begin();
    isWhole = true;
    for (int t = 0; t < threads; t++) {
      goal[t] = order.count(t);
    }
    return search(most);
  }

  /**
   * Begins to describe a part of the trace: its first {@code depth} events. {@link #include} adds
   * more, which come with all that happens before them.
   */
  public void beginPart(int depth) {
    begin();
    isWhole = false;
    if (depth < order.size()) {
      for (int t = 0; t < threads; t++) {
        goal[t] = order.countBefore(depth, t);
      }
    } else {
      for (int t = 0; t < threads; t++) {
        goal[t] = order.count(t);
      }
    }
  }

  /** Adds an event to the part. */
  public void include(int event) {
    int thread = trace.thread(event);
    goal[thread] = Math.max(goal[thread], order.index(event));
  }

  /**
   * Adds an operation at the end of the part, in a place where it is not in the trace.
   *
   * @param clock what happens before it there
   */
  public void includeLast(int thread, int[] clock) {
    extraThread = thread;
    System.arraycopy(clock, 0, extraClock, 0, threads);
    for (int t = 0; t < threads; t++) {
      goal[t] = Math.max(goal[t], clock[t]);
    }
    goal[thread] = clock[thread] + 1;
  }

  /**
   * The fewest preemptions of any execution of the part, not counting those of threads that do
   * nothing more in it; a number above {@code most} if there are more than that. No class that the
   * part is a prefix of has fewer.
   */
  public int ofPart(int most) {
    return search(most);
  }

  private void begin() {
    threads = order.threads();
    extraThread = -1;
    if (goal.length < threads) {
      goal = new int[threads];
      extraClock = new int[threads];
      cut = new int[threads + 1];
    }
    hasGivenUp = false;
  }

  /** Whether the last number is only known to be too low, if anything: there are too many cuts. */
  public boolean hasGivenUp() {
    return hasGivenUp;
  }

  // --- search

  private int search(int most) {
    frontier.begin(threads, cut);
    for (int preemptions = 0; preemptions <= most; preemptions++) {
      while (frontier.hasNext()) {
        if (frontier.numbers() > MOST_NUMBERS) {
          hasGivenUp = true;
          return preemptions;
        }
        frontier.next(cut);
        if (isGoal()) {
          return preemptions;
        }
        extend();
      }
      frontier.preempt();
    }
    return most + 1;
  }

  private boolean isGoal() {
    for (int t = 0; t < threads; t++) {
      if (cut[t] < goal[t]) {
        return false;
      }
    }
    return true;
  }

  private void extend() {
    int last = cut[threads];
    if (last >= 0 && isNext(last) && isAlone(last)) {
      frontier.extend(cut, last, false);
      return;
    }
    boolean preempts =
        last >= 0 && (isWhole || cut[last] < goal[last]) && standing.canGoOn(last, cut);
    for (int t = 0; t < threads && !preempts; t++) {
      if (t != last && isNext(t) && isAlone(t)) {
        frontier.extend(cut, t, false);
        return;
      }
    }
    for (int t = threads - 1; t >= 0; t--) {
      if (t != last && isNext(t)) {
        frontier.extend(cut, t, preempts);
      }
    }
    if (last >= 0 && isNext(last)) {
      frontier.extend(cut, last, false);
    }
  }

  /** Whether a thread has more to do, and all that happens before the next of it is done. */
  private boolean isNext(int thread) {
    int done = cut[thread];
    if (done >= goal[thread]) {
      return false;
    }
    boolean isExtra = thread == extraThread && done + 1 == goal[thread];
    int event = isExtra ? -1 : order.eventOf(thread, done + 1);
    for (int t = 0; t < threads; t++) {
      int needed = isExtra ? extraClock[t] : order.clock(event, t);
      if (t != thread && needed > cut[t]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether what a thread has still to do is unrelated to what the others have to do: then it may
   * as well be done at once, if nobody is preempted for it. An interrupt lets a waiting thread go
   * on without being related to the end of its wait.
   */
  private boolean isAlone(int thread) {
    if (extraThread >= 0) {
      return false;
    }
    int last = order.eventOf(thread, goal[thread]);
    for (int t = 0; t < threads; t++) {
      if (t == thread) {
        continue;
      }
      boolean needsOther = order.clock(last, t) > cut[t];
      boolean isNeeded =
          cut[t] < goal[t] && order.clock(order.eventOf(t, goal[t]), thread) > cut[thread];
      if (needsOther || isNeeded) {
        return false;
      }
    }
    for (int n = cut[thread] + 1; n <= goal[thread]; n++) {
      if (trace.kind(order.eventOf(thread, n)) == INTERRUPT) {
        return false;
      }
    }
    return !isWhole || trace.pending().size() == 0;
  }
}
