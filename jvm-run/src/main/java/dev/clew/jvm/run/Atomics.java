package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;

/**
 * Atomic variables: each access is one visible operation, and orders what its {@link MemoryOrder}
 * says.
 *
 * <p>To do one, stand at it, do it, and record it here with the {@linkplain Values codes} of what
 * was found and of what is there now: the result is the event. An access to a variable without a
 * number is no operation.
 */
public final class Atomics {
  /** The index of a variable that is not one of several. */
  public static final int ONLY = -1;

  /** The number of a variable that nobody keeps track of. */
  public static final int UNKNOWN = -1;

  private static final int READ = Dependence.modes(OpKind.READ, true);
  private static final int WRITE = Dependence.modes(OpKind.WRITE, true);
  private static final int MODIFY = Dependence.modes(OpKind.READ_MODIFY_WRITE, true);
  private static final int SWAPPED = Dependence.modes(OpKind.COMPARE_AND_SET, true);
  private static final int REFUSED = Dependence.modes(OpKind.COMPARE_AND_SET, false);

  private Atomics() {}

  /** The number of the variable in an object of the JDK, or of one of several. */
  public static int place(Execution now, Object owner, int index) {
    Shadow shadow = now.shadows.of(owner);
    return now.objects.part(shadow, index == ONLY ? Objects.STATE : Objects.CELLS - index);
  }

  /** Stands at an access that is always possible. */
  public static void stand(Execution now, OpKind kind, int place, int site) {
    if (place != UNKNOWN) {
      now.stand(now.current, kind, place, null, site);
    }
  }

  /** Records a read. */
  public static int recordRead(Execution now, int place, MemoryOrder order, int found) {
    if (place == UNKNOWN) {
      return Trace.NONE;
    }
    int event = now.recordAccess(now.current, OpKind.READ, place, READ, found, 0);
    acquire(now, place, order);
    note(now, event, found);
    return event;
  }

  /** Records a write. */
  public static int recordWrite(
      Execution now, int place, MemoryOrder order, int found, int written) {
    if (place == UNKNOWN) {
      return Trace.NONE;
    }
    int event = now.recordAccess(now.current, OpKind.WRITE, place, WRITE, found, 0);
    release(now, place, order);
    note(now, event, written);
    return event;
  }

  /** Records that a value was replaced by another one. */
  public static int recordModify(
      Execution now, int place, MemoryOrder order, int found, int written) {
    if (place == UNKNOWN) {
      return Trace.NONE;
    }
    int event = now.recordAccess(now.current, OpKind.READ_MODIFY_WRITE, place, MODIFY, found, 0);
    acquire(now, place, order);
    release(now, place, order);
    note(now, event, written);
    return event;
  }

  /** Records that a value was replaced if it was the expected one. */
  public static int recordCompare(
      Execution now, int place, MemoryOrder order, int found, int expected, boolean swapped) {
    if (place == UNKNOWN) {
      return Trace.NONE;
    }
    int modes = swapped ? SWAPPED : REFUSED;
    int event =
        now.recordAccess(now.current, OpKind.COMPARE_AND_SET, place, modes, found, expected);
    acquire(now, place, order);
    if (swapped) {
      release(now, place, order);
    }
    note(now, event, swapped ? 1 : 0);
    return event;
  }

  private static void acquire(Execution now, int place, MemoryOrder order) {
    if (order.acquires) {
      now.clocks.acquire(now.current, place);
    } else {
      now.clocks.find(now.current, place);
    }
  }

  private static void release(Execution now, int place, MemoryOrder order) {
    if (order.releases) {
      now.clocks.release(now.current, place);
    } else {
      now.clocks.releaseFenced(now.current, place);
    }
  }

  private static void note(Execution now, int event, int value) {
    if (now.recordsDetails()) {
      now.details.value(event, now.current, value);
    }
  }
}
