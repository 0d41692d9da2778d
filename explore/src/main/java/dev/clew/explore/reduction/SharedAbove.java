package dev.clew.explore.reduction;

import dev.clew.trace.HappensBefore;
import dev.clew.trace.Trace;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * What is above a part in a {@link SharedTree}, as it is at any moment, for a worker in the same
 * thread: it plans there itself, where others tell their executions.
 *
 * <p>What sleeps on the way to a part stays as it is: branches only become more, and behind.
 */
final class SharedAbove {
  private final SharedTree tree;
  private final WakeupTrees trees;
  private final SharedNode[] path;
  private final Reversal reversal;
  private final IntConsumer walks = this::addEnd;
  private int[] ends = new int[4];
  private int endCount;

  /** The last of the path is where the part begins; {@code sleep} is what sleeps on the way. */
  SharedAbove(
      SharedTree tree,
      WakeupTrees trees,
      SharedNode[] path,
      SleepStack sleep,
      Trace trace,
      HappensBefore order) {
    this.tree = tree;
    this.trees = trees;
    this.path = path;
    this.reversal = new Reversal(trace, order, sleep, trees);
  }

  /**
   * Plans the reversal of a race that begins above the part, unless it is covered; returns a
   * witness that it was before, or none.
   *
   * @param isShallow whether the worker plans first events only
   */
  int evaluate(Races races, int race, boolean isShallow) {
    races.describe(race, reversal.operation(), reversal.removal());
    return evaluate(isShallow);
  }

  /** Plans what operations that are blocked at the end show above the part. */
  void evaluatePending(Races races, boolean isShallow) {
    races.forEachPending(
        reversal.operation(),
        reversal.removal(),
        () -> {
          if (reversal.removal().first() < path.length - 1) {
            evaluate(isShallow);
          }
        });
  }

  private int evaluate(boolean isShallow) {
    reversal.setShallow(tree.joinShallow(isShallow));
    reversal.useTop(path[reversal.removal().first()].top, walks);
    int before = trees.live();
    endCount = 0;
    int witness = reversal.evaluate();
    if (trees.live() > before) {
      for (int k = 0; k < endCount; k++) {
        tree.notePlan(ends[k]);
      }
    }
    return witness;
  }

  private void addEnd(int end) {
    if (endCount == ends.length) {
      ends = Arrays.copyOf(ends, 2 * endCount);
    }
    ends[endCount++] = end;
  }
}
