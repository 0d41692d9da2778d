package dev.clew.explore.reduction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A beginning of executions in a {@link SharedTree} that is no plan any more: several explore from
 * it, or it is where the part of one worker begins, or everything from it is explored.
 */
final class SharedNode {
  static final int NONE = -1;

  /** In the order of their depths, and then in that in which they were made. */
  static final Comparator<SharedNode> HIGHEST_FIRST =
      Comparator.<SharedNode>comparingInt(node -> node.depth)
          .thenComparingLong(node -> node.number);

  final @Nullable SharedNode parent;

  /** How many events lead here. */
  final int depth;

  /** The node of the wakeup tree whose event leads here; none at the start. */
  final int branch;

  /**
   * The node of the wakeup tree whose children are the branches from here, while some are known.
   */
  int top = NONE;

  /** The last branch that is no plan any more; those behind it are plans. */
  int lastOpened = NONE;

  /** The part that begins here. */
  @Nullable SharedPart part;

  /**
   * The region it lies in. A part begins where nothing sleeps that is still being explored, so what
   * is below it depends on nothing outside: a region, which is forgotten when it is explored.
   */
  final @Nullable SharedRegion region;

  /** The region its branches lie in. */
  @Nullable SharedRegion below;

  /** The nodes its branches led to. */
  final List<SharedNode> children = new ArrayList<>(1);

  /** Whether it counts as one that has plans. */
  boolean isPlanned;

  private final long number;

  /** An estimate of the part that was explored from here, made on request. */
  double explored;

  SharedNode(@Nullable SharedNode parent, int branch, @Nullable SharedRegion region, long number) {
    this.number = number;
    this.parent = parent;
    this.depth = parent == null ? 0 : parent.depth + 1;
    this.branch = branch;
    this.region = region;
    this.below = region;
    if (parent != null) {
      parent.children.add(this);
    }
  }

  /** The first branch that is a plan, none if there is none. */
  int firstPlan(WakeupTrees trees) {
    if (top == NONE) {
      return NONE;
    }
    return lastOpened == NONE ? trees.firstChild(top) : trees.next(lastOpened);
  }

  /** Makes the estimate of this node from those of its children. */
  void estimate(WakeupTrees trees) {
    if (part != null) {
      explored = part.explored;
    } else if (top == NONE) {
      explored = 1;
    } else {
      double sum = lastOpened == NONE ? 0 : trees.place(lastOpened) + 1 - children.size();
      for (SharedNode child : children) {
        sum += child.explored;
      }
      explored = sum / trees.childCount(top);
    }
  }
}
