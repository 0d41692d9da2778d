package dev.clew.explore.reduction;

import dev.clew.trace.Dependence;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.Arrays;

/**
 * What remains of an execution without the removed events of a race, with the second operation at
 * its end: v.
 *
 * <p>A first event of v is one that nothing in v precedes; an event that is not in v, but conflicts
 * with nothing in v, counts too ("weak"). Events can be taken from the front of v, one after the
 * other.
 */
final class Remainder {
  /** Not a first event of v; {@link #obstacle} is an event of v that shows it. */
  static final int NOT_FIRST = -2;

  /** Not in v, but independent of all of it. */
  static final int WEAK = -3;

  /** The second operation of the race. */
  static final int SECOND = -4;

  /** The second operation itself is the obstacle. */
  private static final int SECOND_IS_OBSTACLE = -1;

  private static final int NO_OBSTACLE = -9;

  private final Trace trace;
  private final HappensBefore order;

  /** The second operation of the race. */
  final Operation operation = new Operation();

  /** The events that must not have happened for it to come first. */
  final Removal removal;

  private int depth;
  private int obstacle;

  /** How many events of each thread were taken. */
  private int[] taken = new int[0];

  /** The clock of the second operation in its new place, once computed. */
  private int[] secondClock = new int[0];

  private boolean hasSecondClock;

  Remainder(Trace trace, HappensBefore order) {
    this.trace = trace;
    this.order = order;
    this.removal = new Removal(trace, order);
  }

  /** Makes this what remains for the race in {@link #operation} and {@link #removal}. */
  void begin() {
    depth = removal.first();
    hasSecondClock = false;
    if (taken.length < order.threads()) {
      taken = new int[order.threads()];
      secondClock = new int[order.threads()];
    }
    putBack();
    adaptToNewPlace();
  }

  /** The depth of the earliest removed event: v comes after the events before it. */
  int depth() {
    return depth;
  }

  /** Puts all events back that were taken. */
  void putBack() {
    Arrays.fill(taken, 0);
  }

  /** Takes a first event of a thread. */
  void take(int thread) {
    taken[thread]++;
  }

  /**
   * The event that showed that the last one asked for was not a first event; negative if the second
   * operation did.
   */
  int obstacle() {
    return obstacle;
  }

  /**
   * The last event that a way down a tree depends on, if it depended on this one before it passed
   * over what was asked for last.
   */
  int witnessOfObstacle(int before) {
    if (before < 0 || obstacle == SECOND_IS_OBSTACLE) {
      return before;
    }
    return obstacle < 0 ? Races.NO_WITNESS : Math.max(before, obstacle);
  }

  /** Whether the second operation finds waiters, of which it notifies one. */
  boolean notifiesAWaiter() {
    return operation.kind == OpKind.NOTIFY
        && operation.event >= 0
        && operation.event != depth
        && Dependence.first(operation.modes) == Dependence.WRITE;
  }

  /** Whether an event of v belongs to the past of the second operation. */
  boolean leadsToSecond(int event) {
    computeSecondClock();
    return event != operation.event && secondClock[trace.thread(event)] >= order.index(event);
  }

  /** How the second operation turns out in its new place. */
  private void adaptToNewPlace() {
    if (operation.event < 0 || operation.event == depth) {
      return;
    }
    boolean isTry =
        operation.kind == OpKind.TRY_READ_LOCK || operation.kind == OpKind.TRY_WRITE_LOCK;
    if (isTry && operation.amount == Trace.SAME_MODES) {
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
      case TRY_LOCK -> {
        if (order.modeOf(depth, object) == Dependence.WRITE) {
          modes = modesIf(Dependence.first(modes) == Dependence.READ);
        }
      }
      case ACQUIRE -> {
        if (trace.expected(operation.event) == Trace.LAST_PERMITS) {
          modes = modesIf(removal.hasPermitsToTake(object, places(object), operation.amount));
        }
      }
      case TRY_ACQUIRE ->
          modes =
              modesIf(
                  trace.expected(operation.event) == Trace.LAST_PERMITS
                      ? removal.hasPermitsToTake(object, places(object), operation.amount)
                      : removal.hasPermits(object, places(object), operation.amount));
      case TRY_READ_LOCK ->
          modes =
              modesIf(
                  removal.openHold(object, places(object), true, operation.exceptedReader()) < 0);
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

  /**
   * Whether an event is a first event of what is left of v: its index in the trace, {@link
   * #SECOND}, {@link #WEAK} or {@link #NOT_FIRST}.
   */
  int first(EventColumns events, int slot) {
    return first(
        events.thread(slot),
        events.index(slot),
        events.object(slot),
        events.other(slot),
        events.modes(slot),
        events.label(slot));
  }

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
    if (operation.behind >= 0) {
      order.joinInto(secondClock, operation.behind);
    }
    joinRemaining(operation.object, Dependence.first(operation.modes));
    joinRemaining(operation.other, Dependence.second(operation.modes));
  }

  /** What happens before the second operation in its new place, by thread. */
  int[] secondClock() {
    computeSecondClock();
    secondClock[operation.thread] = operation.index - 1;
    return secondClock;
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

  /** Whether an event was taken, or comes before v. */
  boolean isTaken(int event) {
    int thread = trace.thread(event);
    return order.index(event) <= order.countBefore(depth, thread) + taken[thread];
  }
}
