package dev.clew.explore.stateful;

import java.util.Arrays;

/** The known steps that an execution is to take, up to a plan. */
final class Route {
  private final StateGraph graph;
  private final int near;
  private int[] steps = new int[64];
  private int left;

  /** Breadth first near a state: what was seen, and by which step. */
  private final int[] seen;

  private final int[] seenBy;
  private int[] round = new int[64];
  private int currentRound;

  /** No route; {@code near} says how many states are looked at from a state. */
  Route(StateGraph graph, int near) {
    this.graph = graph;
    this.near = near;
    this.seen = new int[near];
    this.seenBy = new int[near];
  }

  /**
   * The next step, which begins in a state, {@link StateGraph#NONE} if there is none. Steps before
   * it were done without anybody being asked.
   */
  int nextFrom(int state) {
    while (left > 0) {
      left--;
      if (graph.source(steps[left]) == state) {
        return steps[left];
      }
    }
    return StateGraph.NONE;
  }

  /** Leads along these steps. */
  void leadAlong(int[] known) {
    left = 0;
    for (int k = known.length - 1; k >= 0; k--) {
      push(known[k]);
    }
  }

  /** Leads from the start to a plan, and over it. */
  void leadTo(int plan) {
    left = 0;
    push(plan);
    leadBack(graph.source(plan));
  }

  /** Leads from the start to a state. */
  void leadToState(int state) {
    left = 0;
    leadBack(state);
  }

  private void leadBack(int state) {
    for (int at = state; graph.arrival(at) >= 0; at = graph.source(graph.arrival(at))) {
      push(graph.arrival(at));
    }
  }

  /** Leads from a state to a plan nearby, and over it, if there is one. */
  void leadOnFrom(int state) {
    left = 0;
    currentRound++;
    int count = 0;
    count = see(state, StateGraph.NONE, count);
    for (int k = 0; k < count; k++) {
      int plan = graph.planAt(seen[k]);
      if (plan >= 0) {
        push(plan);
        leadBackIn(k);
        return;
      }
      for (int step = graph.firstOut(seen[k]);
          step >= 0 && count < near;
          step = graph.nextOut(step)) {
        count = see(graph.target(step), step, count);
      }
    }
  }

  private int see(int state, int step, int count) {
    if (state >= round.length) {
      round = Arrays.copyOf(round, Math.max(2 * round.length, state + 1));
    }
    if (round[state] == currentRound) {
      return count;
    }
    round[state] = currentRound;
    seen[count] = state;
    seenBy[count] = step;
    return count + 1;
  }

  private void leadBackIn(int from) {
    int k = from;
    while (seenBy[k] >= 0) {
      push(seenBy[k]);
      int source = graph.source(seenBy[k]);
      while (seen[k] != source) {
        k--;
      }
    }
  }

  private void push(int step) {
    if (left == steps.length) {
      steps = Arrays.copyOf(steps, 2 * left);
    }
    steps[left++] = step;
  }
}
