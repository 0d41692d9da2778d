package dev.clew.explore.reduction;

import dev.clew.trace.Renumbering;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntConsumer;

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
  private int[] parent = new int[16];

  /** Whether a node has children that are not here. */
  private boolean[] open = new boolean[16];

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

  /** Gives all nodes of the tree at this depth back to the pool, and leaves an empty tree. */
  void drop(int depth) {
    release(head[depth], true);
    clear(depth);
  }

  /** Gives a node and all below it, with its next siblings or without them, back to the pool. */
  void release(int first, boolean withSiblings) {
    int node = first;
    if (node >= 0 && !withSiblings) {
      next[node] = -1;
    }
    while (node >= 0) {
      int following = next[node];
      if (firstChild[node] >= 0) {
        next[lastChild[node]] = following;
        following = firstChild[node];
      }
      release(node);
      node = following;
    }
  }

  /** How many children the root at this depth has. */
  int branches(int depth) {
    int count = 0;
    for (int node = head[depth]; node >= 0; node = next[node]) {
      count++;
    }
    return count;
  }

  /** Gives a node that was taken out back to the pool. */
  void release(int node) {
    next[node] = free;
    free = node;
    live--;
  }

  /**
   * Adds a node as the last child of another one, or of the root at this depth if {@code above} is
   * -1; its event is to be put into the slot.
   */
  int add(int depth, int above) {
    int node = addAlone();
    if (above >= 0) {
      parent[node] = above;
      if (firstChild[above] < 0) {
        firstChild[above] = node;
      } else {
        next[lastChild[above]] = node;
      }
      lastChild[above] = node;
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

  /** Adds a node that is nobody's child, the top of a tree of its own. */
  int addAlone() {
    int node = allocate();
    firstChild[node] = -1;
    lastChild[node] = -1;
    next[node] = -1;
    parent[node] = -1;
    open[node] = false;
    return node;
  }

  /** Says that a node has children, whether they are here or not. */
  void setOpen(int node) {
    open[node] = true;
  }

  /** Whether a node ends a path. */
  boolean isLeaf(int node) {
    return firstChild[node] < 0 && !open[node];
  }

  /** The events of the nodes. */
  EventColumns events() {
    return events;
  }

  int firstChild(int node) {
    return firstChild[node];
  }

  /** The node of which this one is a child, -1 if none. */
  int parent(int node) {
    return parent[node];
  }

  /** The child of a node at a place, from 0. */
  int child(int node, int place) {
    int child = firstChild[node];
    for (int k = 0; k < place; k++) {
      child = next[child];
    }
    return child;
  }

  /** The place of a node among the children of its parent, from 0. */
  int place(int node) {
    int place = 0;
    for (int child = firstChild[parent[node]]; child != node; child = next[child]) {
      place++;
    }
    return place;
  }

  /** How many children a node has. */
  int childCount(int node) {
    int count = 0;
    for (int child = firstChild[node]; child >= 0; child = next[child]) {
      count++;
    }
    return count;
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
    restore(depth, in, Renumbering.NONE);
  }

  /** Reads a tree that was written where numbers may mean something else. */
  void restore(int depth, DataInput in, Renumbering numbers) throws IOException {
    clear(depth);
    for (int level = in.readInt(); level >= 0; level = in.readInt()) {
      int node = add(depth, level == 0 ? -1 : path[level - 1]);
      events.restore(node, in, numbers);
      setPath(level, node);
    }
  }

  /** Reads a tree, whose branches become children of a node. */
  void restoreBelow(int above, DataInput in, Renumbering numbers) throws IOException {
    for (int level = in.readInt(); level >= 0; level = in.readInt()) {
      int node = add(0, level == 0 ? above : path[level - 1]);
      events.restore(node, in, numbers);
      setPath(level, node);
    }
  }

  /** Copies the tree that another pool has at a depth; its branches become children of a node. */
  void copyBelow(int above, WakeupTrees source, int depth) {
    int level = 0;
    int node = source.head[depth];
    while (node >= 0) {
      int copy = add(0, level == 0 ? above : path[level - 1]);
      events.copy(source.events, node, copy);
      setPath(level, copy);
      if (source.firstChild[node] >= 0) {
        level++;
        node = source.firstChild[node];
      } else {
        while (level > 0 && source.next[node] < 0) {
          level--;
          node = source.parent[node];
        }
        node = source.next[node];
      }
    }
  }

  /** Hands every node below this one that has children to a consumer, and this one. */
  void forEachParent(int top, IntConsumer consumer) {
    int node = top;
    while (true) {
      if (firstChild[node] >= 0) {
        consumer.accept(node);
        node = firstChild[node];
        continue;
      }
      while (node != top && next[node] < 0) {
        node = parent[node];
      }
      if (node == top) {
        return;
      }
      node = next[node];
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
      parent = Arrays.copyOf(parent, capacity);
      open = Arrays.copyOf(open, capacity);
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
