package dev.clew.explore.stateful;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.Arrays;

/** Who holds which mutexes, and where threads wait, at one point of an execution. */
final class Holds {
  private final InternedSets sets;
  private int[] heldBy = new int[8];
  private int[] condition = new int[8];
  private int[] holder = new int[16];

  /** Nobody holds anything; {@code sets} has the sets of mutexes. */
  Holds(InternedSets sets) {
    this.sets = sets;
    clear();
  }

  void clear() {
    Arrays.fill(heldBy, InternedSets.EMPTY);
    Arrays.fill(condition, -1);
    Arrays.fill(holder, -1);
  }

  /** The set of mutexes that a thread holds. */
  int of(int thread) {
    return thread < heldBy.length ? heldBy[thread] : InternedSets.EMPTY;
  }

  /** The thread that holds a mutex, -1 if nobody does. */
  int holder(int mutex) {
    return mutex >= 0 && mutex < holder.length ? holder[mutex] : -1;
  }

  /** The condition at which a thread waited last, -1 if at none. */
  int condition(int thread) {
    return thread < condition.length ? condition[thread] : -1;
  }

  /** Takes in an event. */
  void append(Trace trace, int event) {
    int thread = trace.thread(event);
    int mutex = trace.object(event);
    ensure(thread, mutex);
    if (OpKind.of(trace.kind(event)) == OpKind.WAIT) {
      condition[thread] = trace.other(event);
    }
    if (takes(trace, event)) {
      heldBy[thread] = sets.with(heldBy[thread], mutex);
      holder[mutex] = thread;
    } else if (givesBack(trace, event)) {
      heldBy[thread] = sets.without(heldBy[thread], mutex);
      holder[mutex] = -1;
    }
  }

  /** Takes back who holds the mutex of an event, which is the last that was not taken back. */
  void takeBack(Trace trace, int event) {
    if (takes(trace, event)) {
      holder[trace.object(event)] = -1;
    } else if (givesBack(trace, event)) {
      holder[trace.object(event)] = trace.thread(event);
    }
  }

  private static boolean takes(Trace trace, int event) {
    if (trace.object(event) < 0) {
      return false;
    }
    return switch (OpKind.of(trace.kind(event))) {
      case LOCK, REACQUIRE -> true;
      case TRY_LOCK -> Dependence.first(trace.modes(event)) == Dependence.WRITE;
      default -> false;
    };
  }

  private static boolean givesBack(Trace trace, int event) {
    OpKind kind = OpKind.of(trace.kind(event));
    return kind == OpKind.UNLOCK || kind == OpKind.WAIT;
  }

  private void ensure(int thread, int mutex) {
    if (thread >= heldBy.length) {
      int known = heldBy.length;
      heldBy = Arrays.copyOf(heldBy, 2 * thread);
      condition = Arrays.copyOf(condition, 2 * thread);
      Arrays.fill(condition, known, condition.length, -1);
    }
    if (mutex >= holder.length) {
      int known = holder.length;
      holder = Arrays.copyOf(holder, 2 * mutex);
      Arrays.fill(holder, known, holder.length, -1);
    }
  }
}
