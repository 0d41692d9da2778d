package dev.clew.explore.pruning;

import dev.clew.trace.Ending;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Prospects;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the threads may still do after a state of an execution, in any continuation of it.
 *
 * <p>The next operations of a thread are the same in all continuations as long as they give it no
 * information (start, join, mutexes) and it reads nothing in between that others may write. These
 * steps are taken from the execution; after them everything is possible that the code allows.
 */
final class Future {
  private static final int NONE = -1;

  private final Trace trace;
  private final Prospects prospects;
  private final KnownOrder order;
  private final int[][] eventsOf;
  private final int[] prospectOf;
  private final int[] starter;
  private final int[] startStep;
  private final int[][] startClock;
  private final List<Stretch> stretches = new ArrayList<>();
  private boolean isKnown = true;

  /** The future after the events that the order has taken in. */
  Future(Trace trace, Prospects prospects, KnownOrder order, int[][] eventsOf) {
    this.trace = trace;
    this.prospects = prospects;
    this.order = order;
    this.eventsOf = eventsOf;
    int threads = eventsOf.length;
    this.prospectOf = new int[threads];
    this.starter = new int[threads];
    this.startStep = new int[threads];
    this.startClock = new int[threads][threads];
    Arrays.fill(prospectOf, NONE);
    Arrays.fill(starter, NONE);
    findProspects();
    if (isKnown) {
      findStretches();
    }
  }

  /** Whether it could be told at all. */
  boolean isKnown() {
    return isKnown;
  }

  /** What may be done; of what belongs to one thread, the earlier comes first. */
  List<Stretch> stretches() {
    return stretches;
  }

  /** All that a thread may do, -1 if nothing. */
  int prospectOf(int thread) {
    return prospectOf[thread];
  }

  /** Whether two stretches of different threads are in the same order in all continuations. */
  boolean areOrdered(Stretch a, Stretch b) {
    return comesBefore(a, b) || comesBefore(b, a);
  }

  private boolean comesBefore(Stretch a, Stretch b) {
    return b.clock()[a.thread()] == KnownOrder.ALL
        || starter[b.thread()] == a.thread() && a.step() < startStep[b.thread()];
  }

  // --- all that each thread may do

  private void findProspects() {
    for (int t = 0; t < prospectOf.length; t++) {
      boolean runs = order.isStarted(t) || prospects.runsByItself(t) || order.count(t) > 0;
      if (runs && !order.isJoined(t)) {
        add(t, order.count(t) > 0 ? trace.prospect(order.last(t)) : prospects.ofThread(t));
      }
    }
  }

  private void add(int thread, int prospect) {
    prospectOf[thread] = prospect;
    int count = prospects.startCount(prospect);
    if (count == Prospects.UNKNOWN) {
      isKnown = false;
      return;
    }
    for (int k = 0; k < count; k++) {
      int started = prospects.started(prospect, k);
      if (prospectOf[started] == NONE && !order.isStarted(started)) {
        add(started, prospects.ofThread(started));
      }
    }
  }

  // --- step by step

  private void findStretches() {
    for (int t = 0; t < prospectOf.length; t++) {
      boolean isStillToStart =
          !order.isStarted(t) && !prospects.runsByItself(t) && order.count(t) == 0;
      if (prospectOf[t] != NONE && !isStillToStart) {
        follow(t);
      }
    }
    for (int t = 0; t < prospectOf.length; t++) {
      boolean isStillToStart =
          !order.isStarted(t) && !prospects.runsByItself(t) && order.count(t) == 0;
      if (prospectOf[t] != NONE && isStillToStart) {
        stretches.add(new Stretch(t, 0, prospectOf[t], false, startClock[t]));
      }
    }
  }

  private void follow(int thread) {
    int[] clock = order.clock(thread).clone();
    int prospect = prospectOf[thread];
    int next = order.count(thread);
    int[] events = eventsOf[thread];
    int step = 0;
    while (isUndisturbed(thread, prospect)) {
      if (next == events.length && hasEnded(thread)) {
        stretches.add(new Stretch(thread, step, prospect, true, clock));
        return;
      }
      if (next == events.length || !tellsNothing(events[next])) {
        break;
      }
      stretches.add(new Stretch(thread, step, prospect, true, clock));
      clock = clock.clone();
      step++;
      take(events[next], thread, step, clock);
      prospect = trace.prospect(events[next]);
      next++;
    }
    stretches.add(new Stretch(thread, step, prospect, false, clock));
  }

  private boolean isUndisturbed(int thread, int prospect) {
    for (int t = 0; t < prospectOf.length; t++) {
      if (t != thread && prospectOf[t] != NONE && prospects.mayDisturb(prospect, prospectOf[t])) {
        return false;
      }
    }
    return true;
  }

  private boolean tellsNothing(int event) {
    return switch (OpKind.of(trace.kind(event))) {
      case START, JOIN, LOCK, UNLOCK, YIELD -> true;
      default -> false;
    };
  }

  private void take(int event, int thread, int step, int[] clock) {
    int target = trace.target(event);
    switch (OpKind.of(trace.kind(event))) {
      case LOCK -> order.joinMutex(clock, trace.object(event));
      case JOIN -> order.joinThread(clock, target);
      case START -> {
        starter[target] = thread;
        startStep[target] = step;
        startClock[target] = clock.clone();
        startClock[target][thread] = order.count(thread);
      }
      default -> {}
    }
  }

  private boolean hasEnded(int thread) {
    if (trace.ending() != Ending.DEADLOCK && trace.ending() != Ending.COMPLETED) {
      return false;
    }
    PendingOperations pending = trace.pending();
    for (int p = 0; p < pending.size(); p++) {
      if (pending.thread(p) == thread) {
        return false; // also of a thread that is left when the program has ended
      }
    }
    return true;
  }
}
