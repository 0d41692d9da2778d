package dev.clew.explore.reduction;

import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A part of a search that one worker explores: everything that begins as its node does. */
final class SharedPart {
  /** How many children of a node of the tree the worker knows of. */
  private final Map<Integer, Integer> told = new HashMap<>();

  /** Where it begins. */
  SharedNode node;

  /** What the worker said last: how much of it is explored, from 0 to 1. */
  double explored;

  SharedPart(SharedNode node) {
    this.node = node;
    node.part = this;
  }

  /** Says that the worker knows everything below a node. */
  void setTold(WakeupTrees trees, int top) {
    trees.forEachParent(top, node -> told.put(node, trees.childCount(node)));
  }

  /**
   * Writes the branches that the worker did not know where a walk down the tree went, if there are
   * such.
   *
   * @param depth where the walk began
   * @param top the node whose children are the branches at that depth
   * @param end where the walk ended
   */
  void tellWalk(WakeupTrees trees, int depth, int top, int end, DataOutput out) throws IOException {
    boolean isNews = false;
    List<Integer> way = new ArrayList<>();
    for (int node = end; ; node = trees.parent(node)) {
      isNews |= told.getOrDefault(node, 0) < trees.childCount(node);
      way.add(node);
      if (node == top) {
        break;
      }
    }
    if (!isNews) {
      return;
    }
    out.writeInt(depth);
    tellChildren(trees, top, out);
    for (int k = way.size() - 2; k >= 0; k--) {
      out.writeInt(trees.place(way.get(k)));
      tellChildren(trees, way.get(k), out);
    }
    out.writeInt(-1);
  }

  /** Writes the children of a node that the worker does not know. */
  void tellChildren(WakeupTrees trees, int above, DataOutput out) throws IOException {
    int known = told.getOrDefault(above, 0);
    int count = trees.childCount(above);
    told.put(above, count);
    out.writeInt(known);
    out.writeInt(count - known);
    for (int child = trees.child(above, known); child >= 0; child = trees.next(child)) {
      trees.events().save(child, out);
      out.writeBoolean(trees.isLeaf(child));
    }
  }
}
