package dev.clew.explore.stateful;

import dev.clew.trace.Schedule;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Decides which threads must be explored from which states, and plans their steps.
 *
 * <p>The rule of DPOR, for a graph of states instead of a stack: if a step of thread p from a state
 * conflicts with an operation of another thread q that can come after it, by whatever path, then q
 * is explored from that state too. If q cannot go on there, whoever must go on first is explored;
 * if that is p itself, q's operation can never come before the step; if it is not known, all
 * threads are.
 *
 * <p>What can come after a state is its summary, a set of operations. It grows as the graph does,
 * and with it the summaries of all states that lead there.
 */
final class Expansion {
  /** So many threads that wait for each other are followed; then all are explored. */
  private static final int MOST_OBSTACLES = 16;

  private final StateGraph graph;
  private final Operations operations;
  private final Obstacles obstacles;

  /** Sets of operations, and sets of threads. */
  private final InternedSets sets;

  private final Map<Long, Integer> conflicts = new HashMap<>();
  private final Map<Long, Integer> starters = new HashMap<>();
  private int[] changed = new int[64];
  private int changedCount;
  private boolean[] isChanged = new boolean[64];

  Expansion(StateGraph graph, Operations operations, Obstacles obstacles, InternedSets sets) {
    this.graph = graph;
    this.operations = operations;
    this.obstacles = obstacles;
    this.sets = sets;
  }

  /** Says that steps from a state, or what can come after it, became more. */
  void change(int state) {
    if (state >= isChanged.length) {
      isChanged = Arrays.copyOf(isChanged, Math.max(2 * isChanged.length, state + 1));
    }
    if (isChanged[state]) {
      return;
    }
    isChanged[state] = true;
    if (changedCount == changed.length) {
      changed = Arrays.copyOf(changed, 2 * changedCount);
    }
    changed[changedCount++] = state;
  }

  /** Adds an operation that can come after a state, or is blocked there. */
  void addTo(int state, int operation) {
    int summary = graph.summary(state);
    int more = sets.with(summary, operation);
    if (more != summary) {
      graph.setSummary(state, more);
      changePredecessors(state);
    }
  }

  /** Brings summaries and plans up to date, those changed last first. */
  void settle() {
    while (changedCount > 0) {
      int state = changed[--changedCount];
      isChanged[state] = false;
      settle(state);
    }
  }

  private void settle(int state) {
    int summary = graph.summary(state);
    for (int step = graph.firstOut(state); step >= 0; step = graph.nextOut(step)) {
      int target = graph.target(step);
      if (target >= 0) {
        int after = graph.summary(target);
        plan(state, step, after);
        summary = sets.with(sets.union(summary, after), graph.operation(step));
        if (graph.secondOperation(step) >= 0) {
          summary = sets.with(summary, graph.secondOperation(step));
        }
      }
    }
    if (summary != graph.summary(state)) {
      graph.setSummary(state, summary);
      changePredecessors(state);
    }
  }

  private void changePredecessors(int state) {
    for (int step = graph.firstIn(state); step >= 0; step = graph.nextIn(step)) {
      change(graph.source(step));
    }
  }

  private void plan(int state, int step, int after) {
    int threads = conflicting(graph.operation(step), after);
    for (int t = sets.next(threads, 0); t >= 0; t = sets.next(threads, t + 1)) {
      planFor(state, graph.thread(step), t, after, 0);
    }
  }

  /**
   * Plans what lets a thread go on before a step of another one.
   *
   * @param depth how many threads stand in the way of each other so far
   */
  private void planFor(int state, int stepper, int thread, int after, int depth) {
    if (thread == stepper) {
      return;
    }
    if (sets.contains(graph.enabled(state), thread)) {
      explore(state, thread);
      return;
    }
    int beginners = startersOf(thread, after);
    int obstacle = beginners == InternedSets.EMPTY ? obstacles.of(state, thread) : -1;
    boolean isKnown = beginners != InternedSets.EMPTY || obstacle >= 0;
    if (!isKnown || depth > MOST_OBSTACLES) {
      exploreAll(state);
      return;
    }
    if (obstacle >= 0) {
      planFor(state, stepper, obstacle, after, depth + 1);
      return;
    }
    for (int t = sets.next(beginners, 0); t >= 0; t = sets.next(beginners, t + 1)) {
      planFor(state, stepper, t, after, depth + 1);
    }
  }

  /** Plans a step of each enabled thread; says whether there was something to plan. */
  boolean exploreAll(int state) {
    int planned = graph.steps();
    int enabled = graph.enabled(state);
    for (int t = sets.next(enabled, 0); t >= 0; t = sets.next(enabled, t + 1)) {
      explore(state, t);
    }
    return graph.steps() > planned;
  }

  private void explore(int state, int thread) {
    if (!graph.hasStep(state, thread)) {
      graph.plan(state, thread, Schedule.ANY_LABEL);
    }
  }

  /** The threads of those operations of a set that may conflict with this one. */
  private int conflicting(int operation, int among) {
    long key = (long) operation << 32 | among;
    Integer known = conflicts.get(key);
    if (known != null) {
      return known;
    }
    int threads = InternedSets.EMPTY;
    for (int o = sets.next(among, 0); o >= 0; o = sets.next(among, o + 1)) {
      if (operations.mayConflict(operation, o)) {
        threads = sets.with(threads, operations.get(o).thread());
      }
    }
    conflicts.put(key, threads);
    return threads;
  }

  /** The threads that start a thread in one of these operations. */
  private int startersOf(int thread, int among) {
    long key = (long) thread << 32 | among;
    Integer known = starters.get(key);
    if (known != null) {
      return known;
    }
    int threads = InternedSets.EMPTY;
    for (int o = sets.next(among, 0); o >= 0; o = sets.next(among, o + 1)) {
      if (operations.get(o).started() == thread) {
        threads = sets.with(threads, operations.get(o).thread());
      }
    }
    starters.put(key, threads);
    return threads;
  }
}
