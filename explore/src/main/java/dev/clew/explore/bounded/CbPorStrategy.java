package dev.clew.explore.bounded;

import dev.clew.explore.strategy.Strategy;
import dev.clew.explore.strategy.ToolDefect;
import dev.clew.trace.Ending;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.Program;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Algorithm 2 of Musuvathi and Qadeer: each trace class that needs few preemptions exactly once,
 * with the happens-before graphs of all its prefixes in a table.
 *
 * <p>When an execution has ended, all its prefixes within the bound enter the graph, and those are
 * marked as done below which nothing is left (their {@code Mark}). The next execution goes back to
 * the deepest prefix that is not done and follows steps to what is not done, until it takes one
 * that nobody has taken: everything after that is new, so the program may run on without a
 * preemption, and no execution is in vain (their theorem 4). A front end may preempt a thread that
 * goes round in a loop for very long: an execution counts as far as it is within the bound.
 */
public final class CbPorStrategy implements Strategy {
  private final Trace trace;
  private final HappensBefore order;
  private final BoundedCuts cuts;
  private final EventHashes hashes;
  private final ClassGraph graph = new ClassGraph();
  private final int most;
  private final long cap;
  private boolean isTooLarge;

  private boolean started;
  private int[] cut = new int[0];

  /** The states of the cuts that were found. */
  private int[] stateOf = new int[64];

  /** The cuts that were found, by their number of events. */
  private int[] bySize = new int[64];

  private int[] sizeCounts = new int[64];

  /** The states along the last execution, as far as it is within the bound. */
  private int[] path = new int[64];

  private int pathSize;
  private boolean isTakenIn;
  private boolean hasBeyond;

  /** A search of what needs at most so many preemptions. */
  public CbPorStrategy(Program program, Trace trace, int most) {
    this(program, trace, most, Long.MAX_VALUE);
  }

  /**
   * The same, which ends when it would need more memory.
   *
   * @param cap the most steps of the table, and the most numbers that one execution needs
   */
  public CbPorStrategy(Program program, Trace trace, int most, long cap) {
    this.trace = trace;
    this.most = most;
    this.cap = cap;
    this.order = new HappensBefore(trace, program.threadCount(), program.objectCount());
    this.cuts = new BoundedCuts(program, trace, order);
    this.hashes = new EventHashes(trace, order);
  }

  @Override
  public boolean next(Schedule schedule) {
    if (!started) {
      started = true;
      schedule.keep(0);
      return true;
    }
    isTakenIn = false;
    int depth = isTooLarge ? -1 : pathSize - 1;
    while (depth >= 0 && graph.isDone(path[depth])) {
      depth--;
    }
    if (depth < 0) {
      return false;
    }
    order.truncate(depth);
    schedule.keep(depth);
    int state = path[depth];
    while (state != ClassGraph.UNKNOWN) {
      int step = graph.openStep(state);
      if (step < 0) {
        throw new ToolDefect("a prefix is not done, but nothing is left below it");
      }
      schedule.add(graph.thread(step), graph.label(step));
      state = graph.leadsTo(step);
    }
    return true;
  }

  @Override
  public boolean covers(Schedule schedule) {
    takeIn(schedule);
    return isTooLarge || pathSize > order.size();
  }

  @Override
  public void learn(Schedule schedule) {
    takeIn(schedule);
    if (!isTooLarge) {
      mark();
      isTooLarge = graph.stepCount() > cap;
    }
  }

  private void takeIn(Schedule schedule) {
    if (isTakenIn) {
      return;
    }
    isTakenIn = true;
    for (int i = order.size(), size = trace.size(); i < size; i++) {
      schedule.set(i, trace.thread(i), trace.label(i));
      order.append();
      hashes.set(i);
    }
    if (cut.length < order.threads()) {
      cut = new int[order.threads()];
    }
    isTooLarge = !cuts.find(most, cap);
    if (!isTooLarge) {
      enterStates();
      learnSteps();
      notePath();
    }
  }

  /** Whether the search ended as it would need more memory than it may have. */
  public boolean isTooLarge() {
    return isTooLarge;
  }

  private void enterStates() {
    int count = cuts.size();
    if (stateOf.length < count) {
      stateOf = new int[2 * count];
      bySize = new int[2 * count];
    }
    for (int c = 0; c < count; c++) {
      cuts.copyTo(cut, c);
      long high = hashes.high(cut);
      long low = hashes.low(cut);
      int state = graph.find(high, low);
      if (state < 0) {
        state = graph.add(high, low);
        addSteps(state, c);
      }
      stateOf[c] = state;
    }
  }

  /** Adds a step for each thread that can go on. */
  private void addSteps(int state, int c) {
    for (int t = 0, threads = order.threads(); t < threads; t++) {
      if (cuts.canGoOn(cut, t)) {
        graph.addStep(state, t, cuts.cost(c, cut, t) <= most);
      }
    }
  }

  private void learnSteps() {
    int count = cuts.size();
    for (int c = 0; c < count; c++) {
      for (int t = 0, threads = order.threads(); t < threads; t++) {
        cuts.copyTo(cut, c);
        if (cuts.isNext(cut, t)) {
          int event = order.eventOf(t, cut[t] + 1);
          cut[t]++;
          int to = graph.find(hashes.high(cut), hashes.low(cut));
          if (to >= 0) {
            graph.learn(stateOf[c], trace, event, to);
          }
        }
      }
    }
  }

  private void notePath() {
    int size = order.size();
    if (path.length <= size) {
      path = new int[2 * size + 1];
    }
    Arrays.fill(cut, 0);
    pathSize = 0;
    while (pathSize <= size) {
      int state = graph.find(hashes.high(cut), hashes.low(cut));
      if (state < 0) {
        hasBeyond = true;
        return;
      }
      path[pathSize] = state;
      if (pathSize < size) {
        cut[trace.thread(pathSize)]++;
      }
      pathSize++;
    }
    if (graph.isDone(path[size]) && trace.ending() != Ending.STEP_LIMIT) {
      throw new ToolDefect("a trace class was explored twice");
    }
  }

  /** Marks the prefixes below which nothing is left, the longest first. */
  private void mark() {
    sortBySize();
    for (int k = cuts.size() - 1; k >= 0; k--) {
      int state = stateOf[bySize[k]];
      if (!graph.isDone(state) && graph.openStep(state) < 0) {
        graph.setDone(state);
      }
    }
  }

  private void sortBySize() {
    int sizes = order.size() + 2;
    if (sizeCounts.length < sizes) {
      sizeCounts = new int[2 * sizes];
    }
    Arrays.fill(sizeCounts, 0, sizes, 0);
    for (int c = 0; c < cuts.size(); c++) {
      sizeCounts[sizeOf(c) + 1]++;
    }
    for (int s = 1; s < sizes; s++) {
      sizeCounts[s] += sizeCounts[s - 1];
    }
    for (int c = 0; c < cuts.size(); c++) {
      bySize[sizeCounts[sizeOf(c)]++] = c;
    }
  }

  private int sizeOf(int c) {
    cuts.copyTo(cut, c);
    int events = 0;
    for (int t = 0, threads = order.threads(); t < threads; t++) {
      events += cut[t];
    }
    return events;
  }

  @Override
  public boolean hasNext() {
    return !started || !(isTooLarge || graph.isDone(path[0]));
  }

  @Override
  public boolean isPartial() {
    return isTooLarge || hasBeyond || graph.hasBeyond();
  }

  @Override
  public double explored() {
    return 0;
  }

  @Override
  public boolean needsEnabledThreads() {
    return false;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    throw new UnsupportedOperationException("a search with a table of states is not saved");
  }

  @Override
  public void restore(DataInput in, Schedule schedule, Runnable execute) throws IOException {
    throw new UnsupportedOperationException("a search with a table of states is not saved");
  }
}
