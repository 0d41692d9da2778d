package dev.clew.explore.reduction;

import dev.clew.explore.strategy.SavedSteps;
import dev.clew.explore.strategy.Strategy;
import dev.clew.trace.Dependence;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Program;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Dynamic partial-order reduction with sleep sets and locksets: figure 2.1 of the thesis.
 *
 * <p>For every operation, the latest earlier one that is dependent and may be co-enabled with it
 * gets a backtrack point: the thread of the operation if it is enabled there, else a thread that
 * leads to it, else every enabled thread. As in the figure the operations a thread is about to do
 * count at every state, not only where they are done: all dependent events since the thread's
 * previous event are looked at, and the latest one before that.
 *
 * <p>Where we differ: a thread that sleeps at the backtrack point does not count as enabled there,
 * because sleep sets would drop it and lose executions; an operation that is blocked at the end, or
 * by several events, is handled as in {@link Races}.
 *
 * <p>Nothing is planned beyond a {@link Horizon}. What could not be seen for that reason must not
 * be missing before it: where an operation beyond may depend on an event, all threads are planned.
 */
public final class DporStrategy implements Strategy {
  private final Trace trace;
  private final HappensBefore order;
  private final Races races;
  private final Locksets locksets;
  private final SleepStack sleep = new SleepStack();
  private final Operation operation = new Operation();
  private final Removal removal;
  private final Runnable addBacktrackPoint;
  private final Horizon horizon;

  /** The threads still to be explored from each depth, and those explored or being explored. */
  private final List<BitSet> backtrack = new ArrayList<>();

  private final List<BitSet> done = new ArrayList<>();
  private final BitSet enabled = new BitSet();
  private boolean started;
  private int known;

  /** From this depth on nothing is planned. */
  private int end = Integer.MAX_VALUE;

  /** A search of the given program, whose executions are recorded in the given trace. */
  public DporStrategy(Program program, Trace trace) {
    this(program, trace, Horizon.NONE);
  }

  /** The same, of what matters only. */
  public DporStrategy(Program program, Trace trace, Horizon horizon) {
    this.trace = trace;
    this.horizon = horizon;
    this.order = new HappensBefore(trace, program.threadCount(), program.objectCount());
    this.races = new Races(program, trace, order);
    this.locksets = new Locksets(trace, order);
    this.removal = new Removal(trace, order);
    this.addBacktrackPoint = this::updateBacktrackSet;
  }

  @Override
  public boolean next(Schedule schedule) {
    if (!started) {
      started = true;
      schedule.keep(0);
      return true;
    }
    for (int depth = order.size() - 1; depth >= 0; depth--) {
      sleep.push(depth, trace, order);
      int thread = trace.thread(depth);
      int label = nextLabel(depth);
      if (label == Trace.NO_LABEL) {
        thread = nextThread(depth);
      }
      if (thread >= 0) {
        done.get(depth).set(thread);
        races.truncate(depth);
        order.truncate(depth);
        known = depth + 1;
        schedule.keep(depth);
        schedule.add(thread, label == Trace.NO_LABEL ? Schedule.ANY_LABEL : label);
        sleep.copyTo(schedule.sleeping(), depth);
        return true;
      }
    }
    return false;
  }

  @Override
  public void learn(Schedule schedule) {
    end = horizon.end(trace, known);
    for (int i = order.size(), size = trace.size(); i < size; i++) {
      schedule.set(i, trace.thread(i), trace.label(i));
      enter(i);
      if (i >= known) {
        setOnly(backtrack, i, trace.thread(i));
        setOnly(done, i, trace.thread(i));
      }
      sleep.descend(i, trace);
      operation.setEvent(trace, order, i);
      updateBacktrackSets();
    }
    known = trace.size();
    for (int r = 0; r < races.size(); r++) {
      if (!races.isBetweenEvents(r) && races.describe(r, operation, removal)) {
        updateBacktrackSet();
      }
    }
    races.forEachPending(operation, removal, addBacktrackPoint);
    PendingOperations pending = trace.pending();
    for (int p = 0; p < pending.size(); p++) {
      operation.setPending(pending, order, p);
      if (!operation.isHeld()) {
        updateBacktrackSets();
      }
    }
    if (end <= trace.size()) {
      planWhatIsHidden();
    }
  }

  /** Plans all threads where an operation that this execution does not show could come first. */
  private void planWhatIsHidden() {
    for (int depth = 0; depth < end; depth++) {
      if (horizon.mayHideDependent(order, depth)) {
        for (int k = 0; k < trace.enabledCount(depth); k++) {
          backtrack.get(depth).set(trace.enabled(depth, k));
        }
      }
    }
  }

  private void enter(int i) {
    order.append();
    races.append(false);
    locksets.append(i);
  }

  /** Adds backtrack points for the dependent events that the operation may be co-enabled with. */
  private void updateBacktrackSets() {
    int modes = operation.modes;
    updateBacktrackSetsOn(operation.object, Dependence.first(modes));
    updateBacktrackSetsOn(operation.other, Dependence.second(modes));
  }

  private void updateBacktrackSetsOn(int object, int mode) {
    if (object < 0 || mode == Dependence.NONE) {
      return;
    }
    for (int p = operation.places(order, object) - 1; p >= 0; p--) {
      int earlier = order.access(object, p);
      if (Dependence.conflict(order.modeOf(earlier, object), mode) && mayBeCoEnabled(earlier)) {
        removal.set(earlier);
        updateBacktrackSet();
        if (races.makeRunnable(operation, earlier, removal) && removal.first() != earlier) {
          updateBacktrackSet();
        }
        if (earlier < operation.predecessor) {
          return;
        }
      }
    }
  }

  /** Whether the operation and an earlier event may have been enabled at the same time. */
  private boolean mayBeCoEnabled(int earlier) {
    if (trace.thread(earlier) == operation.thread
        || operation.follows(order, earlier)
        || locksets.haveCommonLock(earlier, operation.thread, operation.index)) {
      return false;
    }
    boolean acquires = operation.kind == OpKind.LOCK || operation.kind == OpKind.REACQUIRE;
    return !acquires || isAcquisitionOrLook(earlier);
  }

  private boolean isAcquisitionOrLook(int event) {
    return switch (OpKind.of(trace.kind(event))) {
      case LOCK, REACQUIRE, TRY_LOCK, READ -> true;
      default -> false;
    };
  }

  /**
   * Lines 24 to 28 of the figure, for the state before the earliest event that the operation is to
   * come before.
   */
  private void updateBacktrackSet() {
    int depth = removal.first();
    if (depth >= end) {
      return;
    }
    BitSet planned = backtrack.get(depth);
    if (planned.get(operation.thread)) {
      return;
    }
    enabled.clear();
    for (int k = 0; k < trace.enabledCount(depth); k++) {
      enabled.set(trace.enabled(depth, k));
    }
    if (enabled.get(operation.thread)) {
      if (sleep.sleeps(depth, operation.thread)) {
        planned.or(enabled);
      } else {
        planned.set(operation.thread);
      }
      return;
    }
    int end = operation.event >= 0 ? operation.event : order.size();
    int candidate = -1;
    for (int j = depth + 1; j < end; j++) {
      int thread = trace.thread(j);
      if (enabled.get(thread) && !sleep.sleeps(depth, thread) && operation.follows(order, j)) {
        if (planned.get(thread)) {
          return;
        }
        candidate = candidate < 0 ? thread : candidate;
      }
    }
    if (candidate >= 0) {
      planned.set(candidate);
    } else {
      planned.or(enabled);
    }
  }

  /**
   * An alternative of the event at this depth that has not been explored from it, {@code NO_LABEL}
   * if none.
   */
  private int nextLabel(int depth) {
    for (int k = depth < end ? 0 : trace.optionCount(depth); k < trace.optionCount(depth); k++) {
      int option = trace.option(depth, k);
      if (!sleep.sleeps(depth, trace.thread(depth), option)) {
        return option;
      }
    }
    return Trace.NO_LABEL;
  }

  /** A thread to explore next from this depth, -1 if none. */
  private int nextThread(int depth) {
    BitSet planned = backtrack.get(depth);
    for (int t = planned.nextSetBit(0); t >= 0; t = planned.nextSetBit(t + 1)) {
      if (!done.get(depth).get(t) && !sleep.sleeps(depth, t)) {
        return t;
      }
    }
    return -1;
  }

  private static void setOnly(List<BitSet> sets, int depth, int thread) {
    while (sets.size() <= depth) {
      sets.add(new BitSet());
    }
    sets.get(depth).clear();
    sets.get(depth).set(thread);
  }

  @Override
  public boolean hasNext() {
    for (int depth = 0; depth < order.size(); depth++) {
      if (nextThread(depth) >= 0) {
        return true;
      }
      for (int k = 0; depth < end && k < trace.optionCount(depth); k++) {
        int option = trace.option(depth, k);
        if (option != trace.label(depth) && !sleep.sleeps(depth, trace.thread(depth), option)) {
          return true;
        }
      }
    }
    return !started;
  }

  @Override
  public double explored() {
    double fraction = 0;
    double weight = 1;
    for (int depth = 0; depth < order.size(); depth++) {
      int total = Math.max(1, backtrack.get(depth).cardinality());
      int before = Math.max(0, done.get(depth).cardinality() - 1);
      fraction += weight * before / total;
      weight /= total;
    }
    return Math.min(1, fraction + weight);
  }

  @Override
  public boolean needsEnabledThreads() {
    return true;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeBoolean(started);
    SavedSteps.write(trace, order.size(), out);
    for (int depth = 0; depth < order.size(); depth++) {
      sleep.save(depth, out);
      save(backtrack.get(depth), out);
      save(done.get(depth), out);
    }
  }

  @Override
  public void restore(DataInput in, Schedule schedule, Runnable execute) throws IOException {
    started = in.readBoolean();
    known = SavedSteps.replay(in, schedule, execute);
    for (int depth = 0; depth < known; depth++) {
      enter(depth);
      sleep.restore(depth, in);
      backtrack.add(restore(in));
      done.add(restore(in));
    }
  }

  private static void save(BitSet set, DataOutput out) throws IOException {
    out.writeInt(set.cardinality());
    for (int t = set.nextSetBit(0); t >= 0; t = set.nextSetBit(t + 1)) {
      out.writeInt(t);
    }
  }

  private static BitSet restore(DataInput in) throws IOException {
    BitSet set = new BitSet();
    for (int left = in.readInt(); left > 0; left--) {
      set.set(in.readInt());
    }
    return set;
  }
}
