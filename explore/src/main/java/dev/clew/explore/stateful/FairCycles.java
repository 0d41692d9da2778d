package dev.clew.explore.stateful;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds executions that never end although nobody is passed over: every thread that can go on again
 * and again does, and every alternative that can be taken again and again is (strong fairness).
 *
 * <p>In a part of the graph from which every state leads to every other one, an execution can go
 * over all steps for ever. It is fair if each thread that can go on in one of its states has a step
 * there. If one has none, the execution must keep out of the states in which it could go on: what
 * is left is looked at in the same way (the emptiness check of Streett automata, as in Emerson and
 * Lei).
 *
 * <p>Such executions are a fault if the program could end from there, or if nothing is changed on
 * the way: threads that only look; but not if it may end while they go round. Others may be what
 * the program is for, as with a server.
 */
final class FairCycles {
  private final StateGraph graph;
  private final InternedSets sets;

  /** Steps that a fair execution can take a limited number of times only. */
  private final boolean[] isOut;

  /** The part that a state is looked at in, the last one. */
  private final int[] part;

  private final boolean[] canEnd;
  private int parts;
  private boolean isAnyByDesign;

  /** The cycles of a graph of which everything is known. */
  FairCycles(StateGraph graph, InternedSets sets) {
    this.graph = graph;
    this.sets = sets;
    this.isOut = new boolean[graph.steps()];
    this.part = new int[graph.states()];
    this.canEnd = new boolean[graph.states()];
    findThoseThatCanEnd();
  }

  private void findThoseThatCanEnd() {
    Deque<Integer> open = new ArrayDeque<>();
    for (int state = 0; state < graph.states(); state++) {
      if (graph.enabled(state) == InternedSets.EMPTY || graph.mayEnd(state)) {
        canEnd[state] = true;
        open.add(state);
      }
    }
    while (!open.isEmpty()) {
      int state = open.remove();
      for (int step = graph.firstIn(state); step >= 0; step = graph.nextIn(step)) {
        if (!canEnd[graph.source(step)]) {
          canEnd[graph.source(step)] = true;
          open.add(graph.source(step));
        }
      }
    }
  }

  /**
   * The steps from the start to a fair cycle that is a fault, and twice around it: each thread that
   * can go on does so in each round. Null if there is none.
   */
  int @Nullable [] findFault() {
    int[] fault = findFault(Cycles.of(graph));
    if (fault == null) {
      fault = findIdle();
      isAnyByDesign &= fault == null;
    }
    return fault;
  }

  /**
   * Looks for a fair execution that changes nothing any more where others that go over the same
   * states do: whether it is a part by itself depends on what else a state tells.
   */
  private int @Nullable [] findIdle() {
    for (int step = 0; step < isOut.length; step++) {
      isOut[step] |= graph.changes(step);
    }
    int[] all = IntStream.range(0, graph.states()).toArray();
    enter(all);
    return findFault(Cycles.of(graph, all, this::isInside));
  }

  private int @Nullable [] findFault(List<int[]> parts) {
    Deque<int[]> open = new ArrayDeque<>(parts);
    while (!open.isEmpty()) {
      int[] states = open.remove();
      int[] kept = fairIn(states);
      if (kept.length == states.length && !leavesOutChoices(states)) {
        if (isFault(states)) {
          return new Tour(states).steps();
        }
        isAnyByDesign |= !mayEnd(states);
      } else {
        open.addAll(Cycles.of(graph, kept, this::isInside));
      }
    }
    return null;
  }

  /** Whether it is only threads that are left who go round. */
  private boolean mayEnd(int[] states) {
    for (int state : states) {
      if (graph.mayEnd(state)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a fair execution was found that never ends and is no fault. */
  boolean isAnyByDesign() {
    return isAnyByDesign;
  }

  /** Whether a step leads from one state of the last part to another. */
  private boolean isInside(int step) {
    int target = graph.target(step);
    return target >= 0
        && !isOut[step]
        && part[target] == parts
        && part[graph.source(step)] == parts;
  }

  /** Makes these the last part, and keeps the states in which no thread could go on in vain. */
  private int[] fairIn(int[] states) {
    enter(states);
    int able = InternedSets.EMPTY;
    int going = InternedSets.EMPTY;
    for (int state : states) {
      able = sets.union(able, graph.enabled(state));
      for (int step = graph.firstOut(state); step >= 0; step = graph.nextOut(step)) {
        going = isInside(step) ? sets.with(going, graph.thread(step)) : going;
      }
    }
    int passedOver = InternedSets.EMPTY;
    for (int t = sets.next(able, 0); t >= 0; t = sets.next(able, t + 1)) {
      passedOver = sets.contains(going, t) ? passedOver : sets.with(passedOver, t);
    }
    int[] kept = new int[states.length];
    int count = 0;
    for (int state : states) {
      if (!sets.intersect(graph.enabled(state), passedOver)) {
        kept[count++] = state;
      }
    }
    int[] left = Arrays.copyOf(kept, count);
    if (count < states.length) {
      enter(left);
    }
    return left;
  }

  private void enter(int[] states) {
    parts++;
    for (int state : states) {
      part[state] = parts;
    }
  }

  /** Leaves out choices that lead out of a part if they are made often enough. */
  private boolean leavesOutChoices(int[] states) {
    boolean any = false;
    for (int state : states) {
      for (int step = graph.firstOut(state); step >= 0; step = graph.nextOut(step)) {
        if (isInside(step) && isLeftByChoice(state, graph.thread(step))) {
          any = true;
          leaveOut(state, graph.thread(step));
        }
      }
    }
    return any;
  }

  private boolean isLeftByChoice(int state, int thread) {
    for (int step = graph.firstOut(state); step >= 0; step = graph.nextOut(step)) {
      if (graph.thread(step) == thread && !isInside(step)) {
        return true;
      }
    }
    return false;
  }

  private void leaveOut(int state, int thread) {
    for (int step = graph.firstOut(state); step >= 0; step = graph.nextOut(step)) {
      isOut[step] |= graph.thread(step) == thread;
    }
  }

  private boolean isFault(int[] states) {
    if (mayEnd(states)) {
      return false;
    }
    boolean changes = false;
    for (int state : states) {
      if (canEnd[state]) {
        return true;
      }
      for (int step = graph.firstOut(state); step >= 0; step = graph.nextOut(step)) {
        changes |= isInside(step) && graph.changes(step);
      }
    }
    return !changes;
  }

  /** A way to the last part, and around it so that each thread gets its turn. */
  private final class Tour {
    private final List<Integer> round = new ArrayList<>();
    private final int first;
    private final int[] seenBy = new int[graph.states()];
    private int at;

    Tour(int[] states) {
      first = nearest(states);
      at = first;
      int left = InternedSets.EMPTY;
      for (int state : states) {
        for (int step = graph.firstOut(state); step >= 0; step = graph.nextOut(step)) {
          left = isInside(step) ? sets.with(left, graph.thread(step)) : left;
        }
      }
      while (left != InternedSets.EMPTY) {
        int thread = goOn(left);
        left = sets.without(left, thread);
      }
      if (at != first) {
        goOn(InternedSets.EMPTY);
      }
    }

    private int nearest(int[] states) {
      int best = states[0];
      for (int state : states) {
        best = graph.depth(state) < graph.depth(best) ? state : best;
      }
      return best;
    }

    /** Goes the shortest way over a step of one of these threads, or to the first state if none. */
    private int goOn(int threads) {
      Arrays.fill(seenBy, StateGraph.NONE);
      int from = at;
      Deque<Integer> open = new ArrayDeque<>(List.of(from));
      while (!open.isEmpty()) {
        int state = open.remove();
        for (int step = graph.firstOut(state); step >= 0; step = graph.nextOut(step)) {
          int target = graph.target(step);
          if (!isInside(step)) {
            continue;
          }
          boolean isGoal =
              threads == InternedSets.EMPTY
                  ? target == first
                  : sets.contains(threads, graph.thread(step));
          if (isGoal) {
            addPath(from, state);
            round.add(step);
            at = target;
            return graph.thread(step);
          }
          if (target != from && seenBy[target] == StateGraph.NONE) {
            seenBy[target] = step;
            open.add(target);
          }
        }
      }
      throw new IllegalStateException("a part of the graph is not connected");
    }

    private void addPath(int from, int to) {
      int position = round.size();
      for (int state = to; state != from; state = graph.source(seenBy[state])) {
        round.add(position, seenBy[state]);
      }
    }

    int[] steps() {
      List<Integer> steps = new ArrayList<>();
      for (int state = first; graph.arrival(state) >= 0; ) {
        steps.add(0, graph.arrival(state));
        state = graph.source(graph.arrival(state));
      }
      steps.addAll(round);
      steps.addAll(round);
      return steps.stream().mapToInt(Integer::intValue).toArray();
    }
  }
}
