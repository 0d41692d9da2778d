package dev.clew.jvm.run.juc;

import static dev.clew.jvm.run.Atomics.ONLY;
import static dev.clew.jvm.run.MemoryOrder.VOLATILE;

import dev.clew.jvm.run.Atomics;
import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.trace.OpKind;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The state of a pool, by which the operations on it are ordered: the number counts the changes.
 * What an operation records of it is only whether it is over.
 */
final class PoolState extends AtomicInteger {
  private static final long serialVersionUID = 1L;

  private boolean isOver;

  /** An operation that changes it; what comes until the next operation belongs to it. */
  void change() {
    Execution now = Controlled.enter();
    try {
      int place = standAt(now, OpKind.READ_MODIFY_WRITE);
      setPlain(getPlain() + 1);
      Atomics.recordModify(now, place, VOLATILE, code(now, isOver), now.values.of(getPlain()));
    } finally {
      Hooks.leave(now);
    }
  }

  /** An operation that looks at it. */
  void look() {
    get();
  }

  /**
   * An operation that changes it, or only looks if it is over: then those who come do so in any
   * order. Whether it was changed.
   */
  boolean changeUnlessOver() {
    Execution now = Controlled.enter();
    try {
      int place = standAt(now, OpKind.COMPARE_AND_SET);
      int found = code(now, isOver);
      if (!isOver) {
        setPlain(getPlain() + 1);
      }
      Atomics.recordCompare(now, place, VOLATILE, found, code(now, false), !isOver);
      return !isOver;
    } finally {
      Hooks.leave(now);
    }
  }

  /** From now on it is over, in the step of an operation that changes it. */
  void end() {
    isOver = true;
  }

  private int standAt(Execution now, OpKind kind) {
    int place = Atomics.place(now, this, ONLY);
    Atomics.stand(now, kind, place, -1);
    return place;
  }

  private static int code(Execution now, boolean isOver) {
    return now.values.of(isOver ? 1 : 0);
  }
}
