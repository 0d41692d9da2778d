package dev.clew.testkit.oracle;

import dev.clew.trace.OpKind;
import java.util.List;

/**
 * One visible operation as the oracles see it.
 *
 * @param label the alternative taken, {@link Step#NO_LABEL} if the operation has none
 * @param successful whether a compare-and-set, a try, a notify or a test of the interrupt status
 *     found what it looks for, and whether an alive saw its thread running; true of all others
 * @param accesses the objects it touches
 * @param target the thread that is joined or asked for, -1 for other kinds
 * @param released the threads whose next event could not have happened before this one: those
 *     started, notified, or let through a barrier
 */
public record OracleEvent(
    int thread,
    OpKind kind,
    int label,
    boolean successful,
    List<Access> accesses,
    int target,
    List<Integer> released) {

  /** An event without alternatives that always succeeds and concerns no other thread. */
  static OracleEvent of(int thread, OpKind kind, Access... accesses) {
    return tried(thread, kind, true, accesses);
  }

  /** An event that may fail. */
  static OracleEvent tried(int thread, OpKind kind, boolean successful, Access... accesses) {
    return new OracleEvent(
        thread, kind, Step.NO_LABEL, successful, List.of(accesses), -1, List.of());
  }

  OracleEvent withLabel(int newLabel) {
    return new OracleEvent(thread, kind, newLabel, successful, accesses, target, released);
  }

  OracleEvent withTarget(int newTarget) {
    return new OracleEvent(thread, kind, label, successful, accesses, newTarget, released);
  }

  OracleEvent releasing(List<Integer> threads) {
    return new OracleEvent(thread, kind, label, successful, accesses, target, threads);
  }

  /** Whether the order of the two events matters. */
  public boolean dependsOn(OracleEvent other) {
    if (thread == other.thread || kind == OpKind.TIMEOUT || other.kind == OpKind.TIMEOUT) {
      return true;
    }
    for (Access mine : accesses) {
      for (Access theirs : other.accesses) {
        if (mine.conflictsWith(theirs)) {
          return true;
        }
      }
    }
    return false;
  }
}
