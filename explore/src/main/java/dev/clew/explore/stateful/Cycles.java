package dev.clew.explore.stateful;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds the states that lie on cycles: the strongly connected parts of the graph, by Tarjan. */
final class Cycles {
  private final StateGraph graph;
  private final int[] index;
  private final int[] lowest;
  private final int[] nextStep;
  private final boolean[] isOpen;
  private final int[] open;
  private final int[] path;
  private int openTop;
  private int count;

  private Cycles(StateGraph graph) {
    this.graph = graph;
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
    List<int[]> found = new ArrayList<>();
    Cycles cycles = new Cycles(graph);
    if (graph.states() > 0) {
      cycles.search(found);
    }
    return found;
  }

  /** From the start every state can be reached. */
  private void search(List<int[]> found) {
    int depth = 0;
    path[0] = 0;
    enter(0);
    while (depth >= 0) {
      int state = path[depth];
      int step = nextStep[state];
      if (step >= 0) {
        nextStep[state] = graph.nextOut(step);
        int target = graph.target(step);
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
      if (graph.target(step) == state) {
        return true;
      }
    }
    return false;
  }
}
