package dev.clew.explore.reduction;

import dev.clew.explore.strategy.ToolDefect;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.Trace;
import java.util.Arrays;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The reversal of one race: decides whether it is covered already, and plans it if not.
 *
 * <p>The reversal is covered if some event asleep at the depth of the race is a first event of the
 * {@link Remainder} v, or if v follows a planned path of the wakeup tree at that depth to its end.
 * Otherwise a sequence is added to that tree: the second operation and its past, plus, for
 * everything asleep or planned that was passed over, one event of v that conflicts with it and the
 * past of that one.
 */
final class Reversal {
  private final Trace trace;
  private final HappensBefore order;
  private final SleepStack sleep;
  private final WakeupTrees trees;
  private final Remainder remainder;

  /**
   * Whether only the first event of a sequence is planned, which needs less memory but is not
   * optimal.
   */
  private boolean shallow;

  /** Nothing covers the reversal. */
  private static final int UNCOVERED = -2;

  /** The node whose children are the branches at the depth; -1 if these are those of the depth. */
  private int top = -1;

  private int walkEnd;

  /** Is told where each walk down the tree below {@link #top} ended. */
  private IntConsumer walks = node -> {};

  /** What others explore, for the depths above the part of the search that is explored here. */
  private final Claims claims = new Claims();

  private boolean hasEscaped;

  /** What need not be planned; null if everything is to be explored. */
  private @Nullable PlanBound bound;

  private int[] marked = new int[16];
  private int mark;

  Reversal(Trace trace, HappensBefore order, SleepStack sleep, WakeupTrees trees) {
    this.trace = trace;
    this.order = order;
    this.sleep = sleep;
    this.trees = trees;
    this.remainder = new Remainder(trace, order);
  }

  void setShallow(boolean newShallow) {
    shallow = newShallow;
  }

  void setBound(PlanBound newBound) {
    bound = newBound;
  }

  /** Evaluates against what is planned below this node of the trees from now on. */
  void useTop(int node, IntConsumer newWalks) {
    top = node;
    walks = newWalks;
  }

  /** What others explore; reversals at its depths are not planned here. */
  Claims claims() {
    return claims;
  }

  /** Whether, since this was asked last, a reversal was neither covered nor to be planned here. */
  boolean takeEscaped() {
    boolean result = hasEscaped;
    hasEscaped = false;
    return result;
  }

  /** Where the second operation of the race to evaluate is to be described. */
  Operation operation() {
    return remainder.operation;
  }

  /** Where the events that the race removes are to be described. */
  Removal removal() {
    return remainder.removal;
  }

  /**
   * Evaluates the race in {@link #operation} and {@link #removal}; returns a witness that it is
   * covered, or none.
   */
  int evaluate() {
    remainder.begin();
    return remainder.notifiesAWaiter() ? coverEachWaiter() : cover();
  }

  /**
   * Any waiter can be the one that is notified in the new place, if it is not the one that has
   * waited longest; the reversal is covered if all are.
   */
  private int coverEachWaiter() {
    Operation operation = remainder.operation;
    Removal removal = remainder.removal;
    removal.findWaiters(operation.object, operation.places(order, operation.object));
    int count = removal.waiterCount();
    int candidates = operation.amount == Trace.IN_ORDER ? Math.min(1, count) : count;
    int witness = operation.event;
    for (int k = 0; k < candidates; k++) {
      operation.label = removal.waiter(k);
      remainder.putBack();
      int one = cover();
      witness = witness < 0 || one < 0 ? Races.NO_WITNESS : Math.max(witness, one);
    }
    return witness;
  }

  /** Makes sure that the reversal is covered; returns a witness that it was before, or none. */
  private int cover() {
    int depth = remainder.depth();
    if (depth < claims.depths()) {
      return coverByOthers(depth);
    }
    walkEnd = top;
    int witness = coverBySleepers(sleep.events(), sleep.from(depth), sleep.to(depth));
    if (witness == UNCOVERED) {
      witness = walk(trees, top, top < 0 ? trees.first(depth) : trees.firstChild(top));
    }
    if (witness == UNCOVERED) {
      if (bound != null && isExcluded(bound)) {
        return remainder.operation.event;
      }
      plan(depth, walkEnd);
      witness = Races.NO_WITNESS;
    }
    if (top >= 0) {
      walks.accept(walkEnd);
    }
    return witness;
  }

  /** As {@link #cover}, where others explore: what they do not cover is to be told to them. */
  private int coverByOthers(int depth) {
    int witness = coverBySleepers(claims.sleepers(depth), 0, claims.sleeperCount(depth));
    if (witness == UNCOVERED) {
      int all = claims.top(depth);
      witness = walk(claims.trees(), all, claims.trees().firstChild(all));
    }
    if (witness == UNCOVERED) {
      hasEscaped = true;
      return Races.NO_WITNESS;
    }
    return witness;
  }

  private int coverBySleepers(EventColumns events, int from, int to) {
    int second = remainder.operation.event;
    for (int s = from; s < to; s++) {
      int first = remainder.first(events, s);
      if (first == Remainder.WEAK) {
        if (!shallow) {
          return Races.NO_WITNESS;
        }
      } else if (first != Remainder.NOT_FIRST) {
        return second < 0 ? Races.NO_WITNESS : Math.max(first, second);
      }
    }
    return UNCOVERED;
  }

  /**
   * Follows v down a tree; if the tree ends to know it, {@link #walkEnd} says where.
   *
   * <p>The witness is the last event that the way depends on, those for which branches were passed
   * over among them: without these, v would belong below a branch that comes first.
   */
  private int walk(WakeupTrees tree, int start, int firstChild) {
    int witness = remainder.operation.event;
    walkEnd = start;
    int node = firstChild;
    while (node >= 0) {
      int first = remainder.first(tree.events(), node);
      if (isPassedOver(first)) {
        witness = remainder.witnessOfObstacle(witness);
        node = tree.next(node);
        continue;
      }
      if (first == Remainder.SECOND) {
        return witness;
      }
      if (first == Remainder.WEAK) {
        witness = Races.NO_WITNESS;
      } else {
        if (witness >= 0) {
          witness = Math.max(witness, first);
        }
        remainder.take(tree.events().thread(node));
      }
      if (tree.isLeaf(node)) {
        return witness;
      }
      walkEnd = node;
      node = tree.firstChild(node);
    }
    return UNCOVERED;
  }

  private boolean isPassedOver(int first) {
    return first == Remainder.NOT_FIRST || (first == Remainder.WEAK && shallow);
  }

  /** Adds the sequence to the tree, below {@code parent}. */
  private void plan(int depth, int parent) {
    int size = order.size();
    if (marked.length < size) {
      marked = Arrays.copyOf(marked, 2 * size);
    }
    mark++;
    for (int j = depth + 1; j < size; j++) {
      if (remainder.leadsToSecond(j)) {
        marked[j] = mark;
      }
    }
    keepObstacles(depth);
    if (bound != null && isExcluded(bound, depth)) {
      return;
    }
    Operation operation = remainder.operation;
    for (int j = depth + 1; j < size; j++) {
      if (marked[j] == mark && j != operation.event && !remainder.isTaken(j)) {
        parent = trees.add(depth, parent);
        trees.events().set(parent, trace, order, j);
        if (shallow) {
          return;
        }
      }
    }
    trees.events().set(trees.add(depth, parent), operation);
  }

  /** Whether the second operation needs too many preemptions, whatever else is planned. */
  private boolean isExcluded(PlanBound bound) {
    bound.begin(remainder);
    return bound.excludes(remainder, shallow);
  }

  /** Whether what is marked needs too many preemptions. */
  private boolean isExcluded(PlanBound bound, int depth) {
    bound.begin(remainder);
    for (int j = depth + 1, size = order.size(); j < size; j++) {
      if (j != remainder.operation.event && (marked[j] == mark || isTakenFromRest(j))) {
        bound.include(j);
      }
    }
    return bound.excludes(remainder, shallow);
  }

  /** Whether an event of v was taken on the way down the tree. */
  private boolean isTakenFromRest(int event) {
    return remainder.isTaken(event) && !remainder.removal.removes(event);
  }

  /**
   * Marks an obstacle for everything asleep and for everything planned that the walk down the tree
   * passes over.
   */
  private void keepObstacles(int depth) {
    remainder.putBack();
    for (int s = sleep.from(depth), end = sleep.to(depth); s < end; s++) {
      if (remainder.first(sleep.events(), s) == Remainder.NOT_FIRST) {
        keep(depth, remainder.obstacle());
      } else if (!shallow) {
        throw new ToolDefect("a sleeping event became a first event of the reversal");
      }
    }
    int node = top < 0 ? trees.first(depth) : trees.firstChild(top);
    while (node >= 0) {
      int first = remainder.first(trees.events(), node);
      if (isPassedOver(first)) {
        if (first == Remainder.NOT_FIRST) {
          keep(depth, remainder.obstacle());
        }
        node = trees.next(node);
      } else {
        if (first != Remainder.WEAK) {
          remainder.take(trees.events().thread(node));
        }
        node = trees.firstChild(node);
      }
    }
  }

  private void keep(int depth, int event) {
    if (event < 0 || marked[event] == mark) {
      return;
    }
    marked[event] = mark;
    for (int j = depth + 1; j < event; j++) {
      if (order.isBefore(j, event)) {
        marked[j] = mark;
      }
    }
  }
}
