package dev.clew.explore.reduction;

import dev.clew.explore.strategy.ToolDefect;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.Program;
import dev.clew.trace.Renumbering;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An optimal search that several workers share: the upper part of the tree of executions, below
 * which each explores a part of its own with an {@link OptimalStrategy}.
 *
 * <p>The tree is one wakeup tree, from which nothing is taken out. A part is what begins with one
 * of its leaves. The branches of a node are in order: whoever explores from one has the earlier
 * ones asleep, as if they were explored already, so no class is explored in two parts. When a
 * worker has nothing to do, another makes the nodes from the start of its part down to its
 * shallowest plans known here; its part begins below them from then on.
 *
 * <p>A reversal that begins at a node here is told with the execution that showed it, and evaluated
 * against all branches there are by then. So each class is explored exactly once, whoever explores
 * which part and whatever comes first; see docs/algorithms/parallel.md.
 */
public final class SharedTree {
  private final WakeupTrees trees = new WakeupTrees();
  private final SleepStack sleep = new SleepStack();
  private final Escapes escapes;
  private final int treeCap;
  private final Map<Integer, SharedPart> parts = new HashMap<>();

  /** The nodes from which several explore, by the node of the tree above their branches. */
  private final Map<Integer, SharedNode> open = new HashMap<>();

  /** Those of them that have plans, the highest first. */
  private final TreeSet<SharedNode> planned = new TreeSet<>(SharedNode.HIGHEST_FIRST);

  private final SharedNode start = new SharedNode(null, SharedNode.NONE, null, 0);
  private long nodes;
  private int issued;
  private boolean shallow;
  private boolean hasNewPlans;

  /**
   * The search of a program, of which nothing was explored.
   *
   * @param treeCap the largest number of events in the tree
   */
  public SharedTree(Program program, int treeCap) {
    this.escapes = new Escapes(program, sleep, trees);
    this.treeCap = treeCap;
    setShallow(treeCap == 0);
  }

  /** Whether there is a part that nobody explores. */
  public boolean canIssue() {
    return issued == 0 || !planned.isEmpty();
  }

  /**
   * How many branches are planned of which nothing is explored, or {@code most} if there are more;
   * at least so many parts there are.
   */
  public int planCount(int most) {
    int count = 0;
    for (SharedNode node : planned) {
      for (int plan = node.firstPlan(trees); plan >= 0; plan = trees.next(plan)) {
        if (++count == most) {
          return count;
        }
      }
    }
    return count;
  }

  /** Whether something was planned since this was asked last. */
  public boolean takeNewPlans() {
    boolean result = hasNewPlans;
    hasNewPlans = false;
    return result;
  }

  /** Whether everything was explored. */
  public boolean isOver() {
    return parts.isEmpty() && !canIssue();
  }

  /** Whether each class has been explored at most once and no run was cut short. */
  public boolean isOptimal() {
    return !shallow;
  }

  /** An estimate of the part of the search that was explored, from 0 to 1. */
  public double explored() {
    List<SharedNode> nodes = new ArrayList<>(List.of(start));
    for (int k = 0; k < nodes.size(); k++) {
      nodes.addAll(nodes.get(k).children);
    }
    for (int k = nodes.size() - 1; k >= 0; k--) {
      nodes.get(k).estimate(trees);
    }
    return start.explored;
  }

  // --- parts

  /** The number that the next part will have. */
  public int nextPart() {
    return issued;
  }

  /**
   * Hands out the part that begins highest; it is written for {@link OptimalStrategy#restrict}.
   *
   * @param isHere whether the worker has this tree, so that it need not know what is above the part
   */
  public void issue(DataOutput out, boolean isHere) throws IOException {
    SharedPart part = new SharedPart(issued == 0 ? start : openLeaf(planned.first()));
    parts.put(issued++, part);
    SharedNode[] path = path(part.node, sleep);
    int root = part.node.depth;
    out.writeBoolean(shallow);
    out.writeBoolean(isHere);
    out.writeInt(root);
    for (int depth = 0; depth < root; depth++) {
      trees.events().save(path[depth + 1].branch, out);
      if (isHere) {
        continue;
      }
      out.writeInt(sleep.to(depth) - sleep.from(depth));
      for (int s = sleep.from(depth); s < sleep.to(depth); s++) {
        sleep.events().save(s, out);
      }
      part.tellChildren(trees, path[depth].top, out);
    }
    sleep.save(root, out);
  }

  /** Goes down the first plan of a node to its end, where a part begins. */
  private SharedNode openLeaf(SharedNode from) {
    SharedNode node = from;
    int branch = node.firstPlan(trees);
    while (!trees.isLeaf(branch)) {
      setOpened(node, branch);
      node = openNode(addNode(node, branch, node.below), branch);
      branch = trees.firstChild(branch);
    }
    setOpened(node, branch);
    if (node.below != null) {
      node.below.unfinished++;
    }
    return addNode(node, branch, node.below);
  }

  private SharedNode addNode(SharedNode parent, int branch, @Nullable SharedRegion region) {
    return new SharedNode(parent, branch, region, ++nodes);
  }

  private void setOpened(SharedNode node, int branch) {
    node.lastOpened = branch;
    notePlans(node);
  }

  /** Keeps account of the nodes that have plans. */
  private void notePlans(SharedNode node) {
    boolean hasPlans = node.firstPlan(trees) != SharedNode.NONE;
    if (hasPlans == node.isPlanned) {
      return;
    }
    node.isPlanned = hasPlans;
    if (hasPlans) {
      planned.add(node);
    } else {
      planned.remove(node);
    }
    if (node.below != null) {
      node.below.planned += hasPlans ? 1 : -1;
    }
  }

  private SharedNode openNode(SharedNode node, int top) {
    node.top = top;
    open.put(top, node);
    if (node.below != null) {
      node.below.nodes.add(node);
    }
    return node;
  }

  /** What is above a part, for a worker in the same thread. */
  SharedAbove above(int number, Trace trace, HappensBefore order) {
    SleepStack sleepAbove = new SleepStack();
    SharedNode[] path = path(part(number).node, sleepAbove);
    return new SharedAbove(this, trees, path, sleepAbove, trace, order);
  }

  /** The nodes from the start of the executions to this one; makes their sleep sets. */
  private SharedNode[] path(SharedNode last, SleepStack sleep) {
    SharedNode[] path = new SharedNode[last.depth + 1];
    for (SharedNode node = last; node != null; node = node.parent) {
      path[node.depth] = node;
    }
    EventColumns events = trees.events();
    sleep.shrink(0, 0);
    for (int depth = 0; depth < last.depth; depth++) {
      int own = sleep.to(depth) - sleep.from(depth);
      int branch = path[depth + 1].branch;
      int earlier = trees.firstChild(path[depth].top);
      for (; earlier != branch; earlier = trees.next(earlier)) {
        sleep.add(depth, events, earlier);
      }
      sleep.descend(
          depth,
          events.thread(branch),
          events.object(branch),
          events.other(branch),
          events.modes(branch));
      sleep.shrink(depth, own);
    }
    return path;
  }

  // --- what workers tell

  /**
   * Takes in the plans that the worker of a part gave away, as {@link OptimalStrategy#share} writes
   * them.
   */
  public void share(int number, boolean isShallow, DataInput in, Renumbering numbers)
      throws IOException {
    setShallow(shallow | isShallow);
    SharedPart part = part(number);
    SharedNode node = part.node;
    SharedRegion region = new SharedRegion(node);
    node.part = null;
    node.below = region;
    int top = trees.addAlone();
    for (int left = in.readInt(); left > 0; left--) {
      openNode(node, top);
      for (int explored = in.readInt(); explored > 0; explored--) {
        trees.events().restore(trees.add(node.depth, top), in, numbers);
      }
      int current = trees.add(node.depth, top);
      trees.events().restore(current, in, numbers);
      trees.restoreBelow(top, in, numbers);
      setOpened(node, current);
      part.setTold(trees, top);
      node = addNode(node, current, region);
      top = current;
    }
    region.unfinished = 1;
    part.node = node;
    node.part = part;
  }

  /**
   * Plans what an execution of a part shows at the nodes above it, unless it is covered; says what
   * the worker does not know yet of these, for {@link OptimalStrategy#readClaims}.
   *
   * @param in the execution, as {@link TraceColumns} writes it
   */
  public void plan(
      int number, boolean isShallow, DataInput in, Renumbering numbers, DataOutput answer)
      throws IOException {
    setShallow(shallow | isShallow);
    SharedPart part = part(number);
    SharedNode[] path = path(part.node, sleep);
    escapes.plan(in, numbers, path, part, answer);
    for (int end : escapes.ends()) {
      notePlan(end);
    }
  }

  /** Says that something may have been planned below a node of the tree. */
  void notePlan(int end) {
    SharedNode node = open.get(end);
    if (node != null) {
      notePlans(node);
    }
    hasNewPlans = true;
    setShallow(shallow | trees.live() > treeCap);
  }

  /** Plans first events only, from now on, if a worker does; says whether it does. */
  boolean joinShallow(boolean isShallow) {
    if (isShallow && !shallow) {
      setShallow(true);
    }
    return shallow;
  }

  /** Says how much of a part is explored, from 0 to 1. */
  public void note(int number, double explored) {
    part(number).explored = explored;
  }

  /** Says that a part is explored. */
  public void finish(int number) {
    SharedNode node = part(number).node;
    parts.remove(number);
    node.part = null;
    @Nullable SharedRegion region = node.region;
    while (region != null) {
      region.unfinished--;
      if (region.unfinished > 0 || region.planned > 0) {
        return;
      }
      forget(region);
      region = region.start.region;
    }
  }

  private void forget(SharedRegion region) {
    int top = region.start.top;
    for (SharedNode node : region.nodes) {
      open.remove(node.top);
    }
    region.start.top = SharedNode.NONE;
    region.start.children.clear();
    trees.release(top, false);
  }

  private SharedPart part(int number) {
    SharedPart part = parts.get(number);
    if (part == null) {
      throw new ToolDefect("part " + number + " of the search is not being explored");
    }
    return part;
  }

  private void setShallow(boolean newShallow) {
    shallow = newShallow;
    escapes.setShallow(newShallow);
  }
}
