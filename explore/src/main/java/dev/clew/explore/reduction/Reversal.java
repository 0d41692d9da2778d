package dev.clew.explore.reduction;

import dev.clew.trace.Dependence;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.Arrays;

/**
 * The reversal of one race: decides whether it is covered already, and plans it if not.
 *
 * <p>For a race whose removed events start at depth d, let v be all events of the execution after d that remain, then the
 * second operation. The reversal is covered if some event asleep at d is a first event of v, or if v follows a planned path
 * of the wakeup tree at d to its end. Otherwise a sequence is added to that tree: the second operation and its past, plus,
 * for everything asleep or planned that was passed over, one event of v that conflicts with it and the past of that one.
 *
 * <p>A first event of v is one that nothing in v precedes; an event that is not in v, but conflicts with nothing in v, counts
 * too ("weak").
 */
final class Reversal {
  /** Not a first event of v; {@link #obstacle} is an event of v that shows it. */
  private static final int NOT_FIRST = -2;

  /** Not in v, but independent of all of it. */
  private static final int WEAK = -3;

  /** The second operation of the race. */
  private static final int SECOND = -4;

  /** The second operation itself is the obstacle. */
  private static final int SECOND_IS_OBSTACLE = -1;

  private static final int NO_OBSTACLE = -9;

  private final Trace trace;
  private final HappensBefore order;
  private final SleepStack sleep;
  private final WakeupTrees trees;

  /** The race being evaluated. */
  final Operation operation = new Operation();

  final Removal removal;

  /** Whether only the first event of a sequence is planned, which needs less memory but is not optimal. */
  private boolean shallow;

  private int depth;
  private int obstacle;

  /** How many events of each thread the walk down the tree has taken from v. */
  private int[] taken = new int[0];

  /** The clock of the second operation in its new place, once computed. */
  private int[] secondClock = new int[0];

  private boolean hasSecondClock;

  private int[] marked = new int[16];
  private int mark;

  Reversal(Trace trace, HappensBefore order, SleepStack sleep, WakeupTrees trees) {
    this.trace = trace;
    this.order = order;
    this.sleep = sleep;
    this.trees = trees;
    this.removal = new Removal(trace, order);
  }

  void setShallow(boolean newShallow) {
    shallow = newShallow;
  }

  /** Evaluates the race in {@link #operation} and {@link #removal}; returns a witness that it is covered, or none. */
  int evaluate() {
    depth = removal.first();
    hasSecondClock = false;
    if (taken.length < order.threads()) {
      taken = new int[order.threads()];
      secondClock = new int[order.threads()];
    } else {
      Arrays.fill(taken, 0);
    }
    adaptToNewPlace();
    boolean notifiesOneOfSeveral =
        operation.kind == OpKind.NOTIFY
            && operation.event >= 0
            && operation.event != depth
            && Dependence.first(operation.modes) == Dependence.WRITE;
    return notifiesOneOfSeveral ? coverEachWaiter() : cover();
  }

  /** Any waiter can be the one that is notified in the new place; the reversal is covered if all are. */
  private int coverEachWaiter() {
    removal.findWaiters(operation.object, places(operation.object));
    int witness = operation.event;
    for (int k = 0; k < removal.waiterCount(); k++) {
      operation.label = removal.waiter(k);
      Arrays.fill(taken, 0);
      int one = cover();
      witness = witness < 0 || one < 0 ? Races.NO_WITNESS : Math.max(witness, one);
    }
    return witness;
  }

  /** Makes sure that the reversal is covered; returns a witness that it was before, or none. */
  private int cover() {
    int second = operation.event;
    for (int s = sleep.from(depth), end = sleep.to(depth); s < end; s++) {
      int first = firstOfSleeping(s);
      if (first == WEAK) {
        if (!shallow) {
          return Races.NO_WITNESS;
        }
      } else if (first != NOT_FIRST) {
        return second < 0 ? Races.NO_WITNESS : Math.max(first, second);
      }
    }
    return walkTree(second);
  }

  /** Follows v down the tree; plans it where the tree ends to know it. */
  private int walkTree(int second) {
    int witness = second;
    int parent = -1;
    int node = trees.first(depth);
    while (node >= 0) {
      int first = firstOfNode(node);
      if (first == NOT_FIRST || first == WEAK && shallow) {
        node = trees.next(node);
        continue;
      }
      if (first == SECOND) {
        return witness;
      }
      if (first == WEAK) {
        witness = Races.NO_WITNESS;
      } else {
        if (witness >= 0) {
          witness = Math.max(witness, first);
        }
        taken[trees.thread(node)]++;
      }
      if (trees.firstChild(node) < 0) {
        return witness;
      }
      parent = node;
      node = trees.firstChild(node);
    }
    plan(parent);
    return Races.NO_WITNESS;
  }

  /** How the second operation turns out in its new place. */
  private void adaptToNewPlace() {
    if (operation.event < 0 || operation.event == depth) {
      return;
    }
    int object = operation.object;
    int modes = operation.modes;
    switch (operation.kind) {
      case COMPARE_AND_SET -> {
        if (order.modeOf(depth, object) == Dependence.WRITE) {
          modes = modesIf(trace.before(depth) == trace.expected(operation.event));
        }
      }
      case TRY_LOCK -> modes = modesIf(Dependence.first(modes) == Dependence.READ);
      case TRY_ACQUIRE ->
          modes = modesIf(removal.permits(object, places(object)) >= operation.amount);
      case TRY_READ_LOCK ->
          modes = modesIf(removal.openHold(object, places(object), true, operation.thread) < 0);
      case TRY_WRITE_LOCK ->
          modes = modesIf(removal.openHold(object, places(object), false, -1) < 0);
      case NOTIFY, NOTIFY_ALL -> {
        if (order.modeOf(depth, object) == Dependence.WRITE) {
          modes = modesIf(trace.before(depth) != 0);
        }
        operation.label = Trace.NO_LABEL;
      }
      case TEST_INTERRUPT -> modes = modesIf(removal.isInterrupted(object, places(object)));
      default -> {}
    }
    operation.modes = modes;
  }

  private int modesIf(boolean successful) {
    return Dependence.modes(operation.kind, successful);
  }

  private int places(int object) {
    return operation.places(order, object);
  }

  private int firstOfSleeping(int s) {
    return first(
        sleep.thread(s),
        sleep.index(s),
        sleep.object(s),
        sleep.other(s),
        sleep.modes(s),
        sleep.label(s));
  }

  private int firstOfNode(int node) {
    return first(
        trees.thread(node),
        trees.index(node),
        trees.object(node),
        trees.other(node),
        trees.modes(node),
        trees.label(node));
  }

  /** Whether the n-th event of a thread is a first event of what is left of v: it, {@link #WEAK} or {@link #NOT_FIRST}. */
  private int first(int thread, int n, int object, int other, int modes, int label) {
    if (thread == operation.thread && n == operation.index) {
      if (label != operation.label) {
        obstacle = SECOND_IS_OBSTACLE;
        return NOT_FIRST;
      }
      if (isSecondFirst()) {
        return SECOND;
      }
      obstacle = findObstacle(thread, object, other, modes);
      return NOT_FIRST;
    }
    if (n <= order.count(thread)) {
      int event = order.eventOf(thread, n);
      if (event > depth && event != operation.event && !removal.removes(event)) {
        if (label != trace.label(event)) {
          obstacle = conflictsWithSecond(object, other, modes) ? SECOND_IS_OBSTACLE : event;
          return NOT_FIRST;
        }
        if (isFirst(event, thread)) {
          return event;
        }
        obstacle = findObstacle(thread, object, other, modes);
        return NOT_FIRST;
      }
    }
    if (conflictsWithSecond(object, other, modes)) {
      obstacle = SECOND_IS_OBSTACLE;
      return NOT_FIRST;
    }
    obstacle = findObstacle(thread, object, other, modes);
    return obstacle == NO_OBSTACLE ? WEAK : NOT_FIRST;
  }

  /** Whether nothing that is left of v happens before an event of v. */
  private boolean isFirst(int event, int thread) {
    if (order.latestCause(event) < depth) {
      return true;
    }
    for (int t = 0, threads = order.threads(); t < threads; t++) {
      if (t != thread && order.clock(event, t) > order.countBefore(depth, t) + taken[t]) {
        return false;
      }
    }
    return order.index(event) == order.countBefore(depth, thread) + taken[thread] + 1;
  }

  private boolean isSecondFirst() {
    computeSecondClock();
    for (int t = 0, threads = order.threads(); t < threads; t++) {
      if (secondClock[t] > order.countBefore(depth, t) + taken[t]) {
        return false;
      }
    }
    return true;
  }

  /** The clock of the second operation in its new place, itself not counted. */
  private void computeSecondClock() {
    if (hasSecondClock) {
      return;
    }
    hasSecondClock = true;
    Arrays.fill(secondClock, 0);
    if (operation.predecessor >= 0) {
      order.joinInto(secondClock, operation.predecessor);
    }
    if (operation.link >= 0) {
      order.joinInto(secondClock, operation.link);
    }
    joinRemaining(operation.object, Dependence.first(operation.modes));
    joinRemaining(operation.other, Dependence.second(operation.modes));
  }

  private void joinRemaining(int object, int mode) {
    if (object < 0) {
      return;
    }
    for (int p = operation.places(order, object) - 1; p >= 0; p--) {
      int access = order.access(object, p);
      if (access < depth) {
        // what comes before in the trace is there anyway
        return;
      }
      if (Dependence.conflict(order.modeOf(access, object), mode) && !removal.removes(access)) {
        order.joinInto(secondClock, access);
      }
    }
  }

  private boolean conflictsWithSecond(int object, int other, int modes) {
    return Dependence.conflict(
        object, other, modes, operation.object, operation.other, operation.modes);
  }

  /** The earliest event left of v that conflicts with the given operation. */
  private int findObstacle(int thread, int object, int other, int modes) {
    if (thread != operation.thread && conflictsWithSecond(object, other, modes)) {
      return SECOND_IS_OBSTACLE;
    }
    int found = findObstacleOn(thread, object, Dependence.first(modes), NO_OBSTACLE);
    return findObstacleOn(thread, other, Dependence.second(modes), found);
  }

  private int findObstacleOn(int thread, int object, int mode, int best) {
    if (object < 0 || order.accessCount(object) == 0) {
      return best;
    }
    int count = order.accessCount(object);
    for (int p = order.firstAccessAfter(object, depth); p < count; p++) {
      int access = order.access(object, p);
      int accessMode = order.modeOf(access, object);
      if (access == operation.event || removal.removes(access)) {
        if (accessMode == Dependence.WRITE) {
          return best;
        }
      } else if (Dependence.conflict(mode, accessMode)
          && trace.thread(access) != thread
          && !isTaken(access)) {
        return best == NO_OBSTACLE ? access : Math.min(best, access);
      }
    }
    return best;
  }

  private boolean isTaken(int event) {
    int thread = trace.thread(event);
    return order.index(event) <= order.countBefore(depth, thread) + taken[thread];
  }

  /** Adds the sequence to the tree, below {@code parent}. */
  private void plan(int parent) {
    computeSecondClock();
    int size = order.size();
    if (marked.length < size) {
      marked = Arrays.copyOf(marked, 2 * size);
    }
    mark++;
    for (int j = depth + 1; j < size; j++) {
      if (j != operation.event && secondClock[trace.thread(j)] >= order.index(j)) {
        marked[j] = mark;
      }
    }
    keepObstacles();
    for (int j = depth + 1; j < size; j++) {
      if (marked[j] == mark && j != operation.event && !isTaken(j)) {
        parent =
            trees.add(
                depth,
                parent,
                trace.thread(j),
                order.index(j),
                trace.object(j),
                trace.other(j),
                trace.modes(j),
                trace.label(j));
        if (shallow) {
          return;
        }
      }
    }
    trees.add(
        depth,
        parent,
        operation.thread,
        operation.index,
        operation.object,
        operation.other,
        operation.modes,
        operation.label);
  }

  /** Marks an obstacle for everything asleep and for everything planned that the walk down the tree passes over. */
  private void keepObstacles() {
    Arrays.fill(taken, 0);
    for (int s = sleep.from(depth), end = sleep.to(depth); s < end; s++) {
      if (firstOfSleeping(s) == NOT_FIRST) {
        keep(obstacle);
      } else if (!shallow) {
        throw new IllegalStateException("a sleeping event became a first event of the reversal");
      }
    }
    int node = trees.first(depth);
    while (node >= 0) {
      int first = firstOfNode(node);
      if (first == NOT_FIRST || first == WEAK && shallow) {
        if (first == NOT_FIRST) {
          keep(obstacle);
        }
        node = trees.next(node);
      } else {
        if (first != WEAK) {
          taken[trees.thread(node)]++;
        }
        node = trees.firstChild(node);
      }
    }
  }

  private void keep(int event) {
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
