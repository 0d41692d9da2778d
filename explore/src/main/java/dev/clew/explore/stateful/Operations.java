package dev.clew.explore.stateful;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The visible operations seen so far, each numbered once, and which of them may conflict. */
final class Operations {
  /**
   * A visible operation, wherever it is done.
   *
   * @param modes how it accesses its objects at most, whether it succeeds or not
   * @param locks the set of mutexes that the thread holds before it
   * @param started the thread that it starts, -1 if none
   */
  record Operation(
      int thread, OpKind kind, int object, int other, int modes, int locks, int started) {}

  /** Sets of mutexes. */
  final InternedSets locks = new InternedSets();

  private final List<Operation> operations = new ArrayList<>();
  private final Map<Operation, Integer> ids = new HashMap<>();

  /** The number of an operation; what it is at most decides, not how it turned out. */
  int of(int thread, OpKind kind, int object, int other, int modes, int heldLocks, int started) {
    int strongest = modes | Dependence.modes(kind, true);
    Operation wanted = new Operation(thread, kind, object, other, strongest, heldLocks, started);
    Integer known = ids.get(wanted);
    if (known != null) {
      return known;
    }
    operations.add(wanted);
    ids.put(wanted, operations.size() - 1);
    return operations.size() - 1;
  }

  Operation get(int id) {
    return operations.get(id);
  }

  /**
   * Whether two operations of different threads depend on each other and may both be possible in
   * one state.
   */
  boolean mayConflict(int one, int other) {
    Operation a = operations.get(one);
    Operation b = operations.get(other);
    if (a.thread == b.thread || locks.intersect(a.locks, b.locks)) {
      return false;
    }
    int first = areNeverTogether(a.kind, b.kind) ? -1 : a.object;
    boolean onFirst =
        first >= 0
            && first == b.object
            && Dependence.conflict(Dependence.first(a.modes), Dependence.first(b.modes));
    return onFirst || onOthers(a, b);
  }

  private static boolean onOthers(Operation a, Operation b) {
    return meet(a.object, Dependence.first(a.modes), b.other, Dependence.second(b.modes))
        || meet(a.other, Dependence.second(a.modes), b.object, Dependence.first(b.modes))
        || meet(a.other, Dependence.second(a.modes), b.other, Dependence.second(b.modes));
  }

  private static boolean meet(int object, int mode, int otherObject, int otherMode) {
    return object >= 0 && object == otherObject && Dependence.conflict(mode, otherMode);
  }

  /** Only the holder of a mutex gives it back, and nobody takes it meanwhile. */
  private static boolean areNeverTogether(OpKind a, OpKind b) {
    return givesBack(a) && (givesBack(b) || takes(b)) || takes(a) && givesBack(b);
  }

  private static boolean takes(OpKind kind) {
    return kind == OpKind.LOCK || kind == OpKind.REACQUIRE;
  }

  private static boolean givesBack(OpKind kind) {
    return kind == OpKind.UNLOCK || kind == OpKind.WAIT;
  }
}
