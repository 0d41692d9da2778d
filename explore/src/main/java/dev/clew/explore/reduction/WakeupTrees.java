package dev.clew.explore.reduction;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The planned continuations at every depth of the current execution: one ordered tree of events per
 * depth, in one pool.
 *
 * <p>A path from the root of a tree to a leaf is a sequence of events to execute after the prefix
 * of that depth. Nodes are numbers, -1 is "none"; freed nodes are used again, so the pool grows to
 * the largest number planned at one time. The event of a node is in the slot of the same number.
 */
final class WakeupTrees {
  private int[] head = new int[0];
  private int[] tail = new int[0];

  private final EventColumns events = new EventColumns();
  private int[] firstChild = new int[16];
  private int[] lastChild = new int[16];
  private int[] next = new int[16];
  private int used;
  private int free = -1;
  private int live;

  /** The node at each level on the way to the current one, while a tree is written or read. */
  private int[] path = new int[16];

  WakeupTrees() {
    ensureDepth(16);
  }

  /** Plants an empty tree at this depth. */
  void clear(int depth) {
    ensureDepth(depth);
    head[depth] = -1;
    tail[depth] = -1;
  }

  /** The first child of the root at this depth, -1 if nothing is planned. */
  int first(int depth) {
    return head[depth];
  }

  /**
   * Takes the first child of the root at this depth out; its own children become the tree of the
   * next depth.
   */
  int takeFirst(int depth) {
    int node = head[depth];
    head[depth] = next[node];
    if (head[depth] < 0) {
      tail[depth] = -1;
    }
    ensureDepth(depth + 1);
    head[depth + 1] = firstChild[node];
    tail[depth + 1] = lastChild[node];
    return node;
  }

  /** Gives a node that was taken out back to the pool. */
  void release(int node) {
    next[node] = free;
    free = node;
    live--;
  }

  /**
   * Adds a node as the last child of another one, or of the root at this depth if {@code parent} is
   * -1; its event is to be put into the slot.
   */
  int add(int depth, int parent) {
    int node = allocate();
    firstChild[node] = -1;
    lastChild[node] = -1;
    next[node] = -1;
    if (parent >= 0) {
      if (firstChild[parent] < 0) {
        firstChild[parent] = node;
      } else {
        next[lastChild[parent]] = node;
      }
      lastChild[parent] = node;
    } else {
      if (head[depth] < 0) {
        head[depth] = node;
      } else {
        next[tail[depth]] = node;
      }
      tail[depth] = node;
    }
    return node;
  }

  /** The events of the nodes. */
  EventColumns events() {
    return events;
  }

  int firstChild(int node) {
    return firstChild[node];
  }

  /** The next sibling, -1 if none. */
  int next(int node) {
    return next[node];
  }

  /** The number of nodes in all trees. */
  int live() {
    return live;
  }

  /** Writes the tree of a depth: its nodes in preorder, each with its level; -1 ends it. */
  void save(int depth, DataOutput out) throws IOException {
    int level = 0;
    int node = head[depth];
    while (node >= 0) {
      out.writeInt(level);
      events.save(node, out);
      setPath(level, node);
      if (firstChild[node] >= 0) {
        level++;
        node = firstChild[node];
      } else {
        while (level > 0 && next[path[level]] < 0) {
          level--;
        }
        node = next[path[level]];
      }
    }
    out.writeInt(-1);
  }

  /** Reads the tree of a depth. */
  void restore(int depth, DataInput in) throws IOException {
    clear(depth);
    for (int level = in.readInt(); level >= 0; level = in.readInt()) {
      int node = add(depth, level == 0 ? -1 : path[level - 1]);
      events.restore(node, in);
      setPath(level, node);
    }
  }

  private void setPath(int level, int node) {
    if (level >= path.length) {
      path = Arrays.copyOf(path, 2 * path.length);
    }
    path[level] = node;
  }

  private int allocate() {
    live++;
    if (free >= 0) {
      int node = free;
      free = next[node];
      return node;
    }
    if (used == next.length) {
      int capacity = 2 * used;
      firstChild = Arrays.copyOf(firstChild, capacity);
      lastChild = Arrays.copyOf(lastChild, capacity);
      next = Arrays.copyOf(next, capacity);
    }
    return used++;
  }

  private void ensureDepth(int depth) {
    if (depth >= head.length) {
      int capacity = Math.max(2 * head.length, depth + 1);
      head = Arrays.copyOf(head, capacity);
      tail = Arrays.copyOf(tail, capacity);
    }
  }
}
