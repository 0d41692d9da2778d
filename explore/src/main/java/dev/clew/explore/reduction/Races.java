package dev.clew.explore.reduction;

import dev.clew.trace.Dependence;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Program;
import dev.clew.trace.Trace;
import java.util.Arrays;

/**
 * The races of a trace: pairs of dependent events whose order could have been the other one, found
 * as the trace grows.
 *
 * <p>A race is a second operation and the events to remove so that it can come first. Most races
 * remove one event; an operation that several events disable (a write lock and its readers) removes
 * all of them. Every race keeps a witness: the last event that showed, at an earlier evaluation,
 * that its reversal is covered; as long as that event stays in the trace the race needs no second
 * look.
 */
final class Races {
  /** The second operation is an event of the trace. */
  private static final int HAPPENED = 0;

  /** The second operation is another alternative of the event. */
  private static final int OTHER_LABEL = 1;

  /** The second operation gave up in a timeout. */
  private static final int GAVE_UP = 2;

  /** The second operation would have cancelled a wait that a notify ended. */
  private static final int CANCELLED = 3;

  /** No event shows yet that the reversal is covered. */
  static final int NO_WITNESS = -1;

  private static final int REACQUIRE = OpKind.REACQUIRE.code();
  private static final int TIMEOUT = OpKind.TIMEOUT.code();
  private static final int NOTIFY = OpKind.NOTIFY.code();
  private static final int NOTIFY_ALL = OpKind.NOTIFY_ALL.code();
  private static final boolean[] BLOCKS = new boolean[OpKind.values().length];

  static {
    BLOCKS[OpKind.ACQUIRE.code()] = true;
    BLOCKS[OpKind.READ_LOCK.code()] = true;
    BLOCKS[OpKind.WRITE_LOCK.code()] = true;
    BLOCKS[OpKind.PARK.code()] = true;
    BLOCKS[OpKind.CANCEL_WAIT.code()] = true;
  }

  private final Program program;
  private final Trace trace;
  private final HappensBefore order;
  private final Removal scratch;
  private final Operation blocked = new Operation();

  private int size;
  private int[] second = new int[16];
  private int[] how = new int[16];
  private int[] label = new int[16];
  private int[] witness = new int[16];

  /** The events to remove for race r are {@code removed[removedFrom[r] .. removedFrom[r + 1])}. */
  private int[] removedFrom = new int[17];

  private int[] removed = new int[16];

  /** The races whose second operation is at event i start at {@code racesFrom[i]}. */
  private int[] racesFrom = new int[16];

  Races(Program program, Trace trace, HappensBefore order) {
    this.program = program;
    this.trace = trace;
    this.order = order;
    this.scratch = new Removal(trace, order);
  }

  /**
   * Finds the races of the event that was just appended to the order.
   *
   * @param withLabels whether its other alternatives count as races too
   */
  void append(boolean withLabels) {
    int i = order.size() - 1;
    if (i == racesFrom.length) {
      racesFrom = Arrays.copyOf(racesFrom, 2 * i);
    }
    racesFrom[i] = size;
    int adjacent = order.adjacentCount();
    int kind = trace.kind(i);
    if (BLOCKS[kind]) {
      blocked.setEvent(trace, order, i);
      for (int k = 0; k < adjacent; k++) {
        addIfRunnable(order.adjacent(k), i, HAPPENED);
      }
    } else {
      for (int k = 0; k < adjacent; k++) {
        scratch.set(order.adjacent(k));
        add(i, HAPPENED, Trace.NO_LABEL);
      }
    }
    if (kind == REACQUIRE) {
      addCancel(i);
    } else if (kind == TIMEOUT) {
      addGivenUp(i);
    }
    for (int k = 0, options = withLabels ? trace.optionCount(i) : 0; k < options; k++) {
      int option = trace.option(i, k);
      if (option != trace.label(i)) {
        scratch.set(i);
        add(i, OTHER_LABEL, option);
      }
    }
  }

  /** Forgets the races of the events from {@code newSize} on. */
  void truncate(int newSize) {
    if (newSize < order.size()) {
      size = racesFrom[newSize];
    }
  }

  int size() {
    return size;
  }

  int witness(int r) {
    return witness[r];
  }

  void setWitness(int r, int event) {
    witness[r] = event;
  }

  /** Describes race r; false if, as things turned out, it cannot be reversed. */
  boolean describe(int r, Operation operation, Removal removal) {
    removal.set(removed[removedFrom[r]]);
    for (int k = removedFrom[r] + 1; k < removedFrom[r + 1]; k++) {
      removal.add(removed[k]);
    }
    int i = second[r];
    switch (how[r]) {
      case HAPPENED -> {
        operation.setEvent(trace, order, i);
        return true;
      }
      case OTHER_LABEL -> {
        operation.setEvent(trace, order, i);
        operation.label = label[r];
        return true;
      }
      case GAVE_UP -> {
        operation.setGivenUp(trace, order, i);
        return true;
      }
      default -> {
        return describeCancel(
            trace.thread(i),
            order.index(i),
            trace.link(i),
            order.predecessor(i),
            operation,
            removal);
      }
    }
  }

  /** Whether both operations of race r are events of the trace; only then a witness stays one. */
  boolean isBetweenEvents(int r) {
    return how[r] == HAPPENED || how[r] == OTHER_LABEL;
  }

  /**
   * Hands every race of an operation that is blocked at the end of the execution to the given
   * evaluation.
   */
  void forEachPending(Operation operation, Removal removal, Runnable evaluation) {
    PendingOperations pending = trace.pending();
    for (int p = 0; p < pending.size(); p++) {
      OpKind kind = OpKind.of(pending.kind(p));
      if (kind == OpKind.LOCK || (kind == OpKind.REACQUIRE && pending.target(p) < 0)) {
        operation.setPending(pending, order, p);
        if (operation.isHeld()) {
          continue;
        }
        int acquire = order.lastAcquire(operation.object);
        if (acquire >= 0 && !operation.follows(order, acquire)) {
          removal.set(acquire);
          evaluation.run();
        }
        int ended = pending.link(p);
        if (kind == OpKind.REACQUIRE
            && pending.amount(p) != Trace.UNINTERRUPTIBLE
            && describeCancel(
                operation.thread,
                operation.index,
                ended,
                operation.predecessor,
                operation,
                removal)) {
          evaluation.run();
        }
      } else if (kind == OpKind.ACQUIRE || kind == OpKind.READ_LOCK || kind == OpKind.WRITE_LOCK) {
        blocked.setPending(pending, order, p);
        if (blocked.isHeld()) {
          continue;
        }
        probeBlocked();
        for (int k = 0; k < order.adjacentCount(); k++) {
          operation.setPending(pending, order, p);
          if (makeRunnable(operation, order.adjacent(k), removal)) {
            evaluation.run();
          }
        }
      }
    }
  }

  private void addGivenUp(int timeout) {
    OpKind kind = OpKind.of(trace.before(timeout));
    blocked.setGivenUp(trace, order, timeout);
    if (blocked.isHeld()) {
      return;
    }
    if (kind == OpKind.LOCK) {
      int acquire = order.lastAcquire(blocked.object);
      if (acquire >= 0 && !blocked.follows(order, acquire)) {
        scratch.set(acquire);
        add(timeout, GAVE_UP, Trace.NO_LABEL);
      }
    } else if (kind == OpKind.ACQUIRE || kind == OpKind.READ_LOCK || kind == OpKind.WRITE_LOCK) {
      probeBlocked();
      for (int k = 0; k < order.adjacentCount(); k++) {
        addIfRunnable(order.adjacent(k), timeout, GAVE_UP);
      }
    }
  }

  private void probeBlocked() {
    order.probe(
        blocked.predecessor, blocked.behind, blocked.object, Dependence.first(blocked.modes));
  }

  private void addCancel(int reacquire) {
    int ended = trace.link(reacquire);
    int kind = trace.kind(ended);
    if ((kind == NOTIFY || kind == NOTIFY_ALL)
        && trace.amount(reacquire) != Trace.UNINTERRUPTIBLE
        && program.interruptStatus(trace.thread(reacquire)) >= 0) {
      scratch.set(ended);
      add(reacquire, CANCELLED, Trace.NO_LABEL);
    }
  }

  private boolean describeCancel(
      int waiter, int n, int ended, int wait, Operation operation, Removal removal) {
    int kind = trace.kind(ended);
    int status = program.interruptStatus(waiter);
    if ((kind != NOTIFY && kind != NOTIFY_ALL) || status < 0) {
      return false;
    }
    removal.set(ended);
    operation.setCancel(waiter, n, trace.object(ended), status, wait, order.size());
    return removal.isInterrupted(status, operation.places(order, status));
  }

  private void addIfRunnable(int start, int secondEvent, int kindOfRace) {
    if (makeRunnable(blocked, start, scratch)) {
      add(secondEvent, kindOfRace, Trace.NO_LABEL);
    }
  }

  /**
   * Finds the events to remove, {@code start} among them, so that a blocking operation can run;
   * false if there are none.
   */
  boolean makeRunnable(Operation operation, int start, Removal removal) {
    removal.set(start);
    int places = operation.places(order, operation.object);
    return switch (operation.kind) {
      case ACQUIRE -> removeDisablers(operation, places, removal);
      case READ_LOCK -> removeHolds(operation, places, true, operation.exceptedReader(), removal);
      case WRITE_LOCK -> removeHolds(operation, places, false, -1, removal);
      case PARK -> removal.hasPermit(operation.object, places) || isInterrupted(operation, removal);
      case CANCEL_WAIT -> isInterrupted(operation, removal);
      default -> true;
    };
  }

  private boolean isInterrupted(Operation operation, Removal removal) {
    return operation.other >= 0
        && removal.isInterrupted(operation.other, operation.places(order, operation.other));
  }

  private boolean removeDisablers(Operation operation, int places, Removal removal) {
    boolean gives = operation.amount < 0;
    while (!removal.hasPermits(operation.object, places, operation.amount)) {
      int disabler = removal.lastChange(operation.object, places, gives);
      if (disabler < 0 || operation.follows(order, disabler)) {
        return false;
      }
      removal.set(disabler);
    }
    return true;
  }

  private boolean removeHolds(
      Operation operation, int places, boolean writersOnly, int exceptThread, Removal removal) {
    while (true) {
      int hold = removal.openHold(operation.object, places, writersOnly, exceptThread);
      if (hold < 0) {
        removal.minimize();
        return true;
      }
      if (operation.follows(order, hold)) {
        return false;
      }
      removal.add(hold);
    }
  }

  private void add(int secondEvent, int kindOfRace, int otherLabel) {
    int r = size;
    if (r == second.length) {
      int capacity = 2 * r;
      second = Arrays.copyOf(second, capacity);
      how = Arrays.copyOf(how, capacity);
      label = Arrays.copyOf(label, capacity);
      witness = Arrays.copyOf(witness, capacity);
      removedFrom = Arrays.copyOf(removedFrom, capacity + 1);
    }
    second[r] = secondEvent;
    how[r] = kindOfRace;
    label[r] = otherLabel;
    witness[r] = NO_WITNESS;
    int top = removedFrom[r];
    int count = scratch.size();
    if (top + count > removed.length) {
      removed = Arrays.copyOf(removed, 2 * (top + count));
    }
    for (int k = 0; k < count; k++) {
      removed[top + k] = scratch.member(k);
    }
    size = r + 1;
    removedFrom[size] = top + count;
  }
}
