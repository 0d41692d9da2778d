package dev.clew.explore.reduction;

import dev.clew.explore.strategy.ToolDefect;
import dev.clew.trace.Renumbering;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known of the part of a search that others explore: for each depth above the own part,
 * what slept there at the start, and the tree of the branches that were, are or will be explored.
 *
 * <p>It is a copy of what is above the part in the {@link SharedTree}, as it was some time ago:
 * there the branches of a node can only become more, and go behind the others. So what is covered
 * here is covered there.
 */
final class Claims {
  private final List<EventColumns> sleepers = new ArrayList<>();
  private final List<Integer> sleeperCounts = new ArrayList<>();
  private final List<Integer> tops = new ArrayList<>();
  private final WakeupTrees trees = new WakeupTrees();

  /** How many depths others explore, from the start of the execution. */
  int depths() {
    return tops.size();
  }

  /** What slept at a depth, in the slots from 0 to {@link #sleeperCount}. */
  EventColumns sleepers(int depth) {
    return sleepers.get(depth);
  }

  int sleeperCount(int depth) {
    return sleeperCounts.get(depth);
  }

  /** The node whose children are the branches at a depth. */
  int top(int depth) {
    return tops.get(depth);
  }

  /** The trees of all depths. */
  WakeupTrees trees() {
    return trees;
  }

  /**
   * Adds the next depth, which was explored here until now: what was explored from it, the current
   * event, what is planned.
   */
  void addDepth(SleepStack sleep, EventColumns current, WakeupTrees planned) {
    int depth = depths();
    EventColumns slept = new EventColumns();
    int count = 0;
    for (int s = sleep.from(depth); s < sleep.exploredFrom(depth); s++) {
      slept.copy(sleep.events(), s, count++);
    }
    int top = addDepth(slept, count);
    for (int s = sleep.exploredFrom(depth); s < sleep.to(depth); s++) {
      trees.events().copy(sleep.events(), s, trees.add(depth, top));
    }
    trees.events().copy(current, depth, trees.add(depth, top));
    trees.copyBelow(top, planned, depth);
  }

  private int addDepth(EventColumns slept, int count) {
    int top = trees.addAlone();
    sleepers.add(slept);
    sleeperCounts.add(count);
    tops.add(top);
    return top;
  }

  /** Reads the next depth. */
  void readDepth(DataInput in, Renumbering numbers) throws IOException {
    EventColumns slept = new EventColumns();
    int count = in.readInt();
    for (int s = 0; s < count; s++) {
      slept.restore(s, in, numbers);
    }
    readChildren(addDepth(slept, count), in, numbers);
  }

  /** Reads branches that were not known, as {@link SharedPart#tellWalk} writes them. */
  void readMore(DataInput in, Renumbering numbers) throws IOException {
    for (int depth = in.readInt(); depth >= 0; depth = in.readInt()) {
      int node = top(depth);
      readChildren(node, in, numbers);
      for (int place = in.readInt(); place >= 0; place = in.readInt()) {
        node = trees.child(node, place);
        readChildren(node, in, numbers);
      }
    }
  }

  private void readChildren(int node, DataInput in, Renumbering numbers) throws IOException {
    int known = in.readInt();
    if (node < 0 || trees.childCount(node) != known) {
      throw new ToolDefect("what is known of the shared tree is not what was told");
    }
    for (int left = in.readInt(); left > 0; left--) {
      int child = trees.add(0, node);
      trees.events().restore(child, in, numbers);
      if (!in.readBoolean()) {
        trees.setOpen(child);
      }
    }
  }
}
