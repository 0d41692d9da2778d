package dev.clew.testkit.oracle;

import java.util.Arrays;
import java.util.List;

/**
 * The fewest preemptions of any execution that leads to a class of prefixes, for each thread that
 * can have done its last event.
 *
 * <p>A preemption is a step after a step of another thread that could have gone on. By definition:
 * the enabled threads are those that have a choice in the state of the machine.
 */
final class FewestSwitches {
  private static final int NEVER = Integer.MAX_VALUE;

  /** By thread; the last entry is for the beginning, when nobody has done anything. */
  private final int[] fewest;

  private FewestSwitches(int[] fewest) {
    this.fewest = fewest;
  }

  /** Before the first event. */
  static FewestSwitches atStart(World world) {
    int[] fewest = new int[world.clock() + 2];
    Arrays.fill(fewest, NEVER);
    fewest[fewest.length - 1] = 0;
    return new FewestSwitches(fewest);
  }

  /** After a step from a state with these choices; other ways to the same prefixes do not count. */
  FewestSwitches after(Step step, List<Step> choices) {
    int best = NEVER;
    for (int last = 0; last < fewest.length; last++) {
      if (fewest[last] != NEVER) {
        boolean preempts = last != step.thread() && canGoOn(last, choices);
        best = Math.min(best, fewest[last] + (preempts ? 1 : 0));
      }
    }
    int[] next = new int[fewest.length];
    Arrays.fill(next, NEVER);
    next[step.thread()] = best;
    return new FewestSwitches(next);
  }

  /** The fewest of both. */
  FewestSwitches or(FewestSwitches other) {
    int[] both = new int[fewest.length];
    for (int last = 0; last < both.length; last++) {
      both[last] = Math.min(fewest[last], other.fewest[last]);
    }
    return new FewestSwitches(both);
  }

  /** The fewest, whoever was last. */
  int minimum() {
    return Arrays.stream(fewest).min().orElseThrow();
  }

  private static boolean canGoOn(int thread, List<Step> choices) {
    return choices.stream().anyMatch(choice -> choice.thread() == thread);
  }
}
