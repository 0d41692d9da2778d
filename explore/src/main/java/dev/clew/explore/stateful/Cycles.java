package dev.clew.explore.stateful;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/** Finds the states that lie on cycles: the strongly connected parts of the graph, by Tarjan. */
final class Cycles {
  private final StateGraph graph;

  /** Which steps count. */
  private final IntPredicate counts;

  private final int[] index;
  private final int[] lowest;
  private final int[] nextStep;
  private final boolean[] isOpen;
  private final int[] open;
  private final int[] path;
  private int openTop;
  private int count;

  private Cycles(StateGraph graph, IntPredicate counts) {
    this.graph = graph;
    this.counts = counts;
    int states = graph.states();
    index = new int[states];
    Arrays.fill(index, -1);
    lowest = new int[states];
    nextStep = new int[states];
    isOpen = new boolean[states];
    open = new int[states];
    path = new int[states];
  }

  /** Each strongly connected part that has a cycle, as the list of its states. */
  static List<int[]> of(StateGraph graph) {
    // From the start every state can be reached.
    int[] start = graph.states() > 0 ? new int[] {0} : new int[0];
    return of(graph, start, step -> graph.target(step) >= 0);
  }

  /** The same of what can be reached from some states by the steps that count. */
  static List<int[]> of(StateGraph graph, int[] from, IntPredicate counts) {
    List<int[]> found = new ArrayList<>();
    Cycles cycles = new Cycles(graph, counts);
    for (int state : from) {
      if (cycles.index[state] < 0) {
        cycles.search(state, found);
      }
    }
    return found;
  }

  private void search(int from, List<int[]> found) {
    int depth = 0;
    path[0] = from;
    enter(from);
    while (depth >= 0) {
      int state = path[depth];
      int step = nextStep[state];
      if (step >= 0) {
        nextStep[state] = graph.nextOut(step);
        int target = counts.test(step) ? graph.target(step) : StateGraph.NONE;
        if (target >= 0 && index[target] < 0) {
          path[++depth] = target;
          enter(target);
        } else if (target >= 0 && isOpen[target]) {
          lowest[state] = Math.min(lowest[state], index[target]);
        }
      } else {
        if (lowest[state] == index[state]) {
          close(state, found);
        }
        depth--;
        if (depth >= 0) {
          lowest[path[depth]] = Math.min(lowest[path[depth]], lowest[state]);
        }
      }
    }
  }

  private void enter(int state) {
    index[state] = count;
    lowest[state] = count++;
    nextStep[state] = graph.firstOut(state);
    isOpen[state] = true;
    open[openTop++] = state;
  }

  private void close(int root, List<int[]> found) {
    int end = openTop;
    do {
      openTop--;
      isOpen[open[openTop]] = false;
    } while (open[openTop] != root);
    if (end - openTop > 1 || leadsToItself(root)) {
      found.add(Arrays.copyOfRange(open, openTop, end));
    }
  }

  private boolean leadsToItself(int state) {
    for (int step = graph.firstOut(state); step >= 0; step = graph.nextOut(step)) {
      if (counts.test(step) && graph.target(step) == state) {
        return true;
      }
    }
    return false;
  }
}
