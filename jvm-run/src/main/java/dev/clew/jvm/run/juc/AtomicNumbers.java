package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Atomics;
import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.MemoryOrder;
import dev.clew.jvm.run.Spins;
import dev.clew.trace.OpKind;

/**
 * Atomic variables that hold whole numbers: one in each object of a class, or several.
 *
 * <p>The numbers stay where they are; a subclass knows how to get at them without a hook.
 *
 * @param <T> the class
 */
abstract class AtomicNumbers<T> {
  /** What is there; throws what the JDK throws for an index that is out of bounds. */
  abstract long load(T owner, int index);

  abstract void store(T owner, int index, long value);

  /** The number by which a trace names the variable. */
  int place(Execution now, T owner, int index) {
    return Atomics.place(now, owner, index);
  }

  /** The number by which a trace names a value. */
  int code(Execution now, long value) {
    return now.values.of(value);
  }

  /** A number and what is added to it. */
  long sum(long number, long delta) {
    return number + delta;
  }

  /** Called before a comparison: from now on accesses must say what they find. */
  void compares(Execution now) {}

  final long read(T owner, int index, MemoryOrder order) {
    Execution now = Controlled.enter();
    try {
      int place = standAt(now, OpKind.READ, owner, index);
      long found = load(owner, index);
      Atomics.recordRead(now, place, order, code(now, found));
      return found;
    } finally {
      Hooks.leave(now);
    }
  }

  final void write(T owner, int index, long value, MemoryOrder order) {
    Execution now = Controlled.enter();
    try {
      int place = standAt(now, OpKind.WRITE, owner, index);
      int found = code(now, load(owner, index));
      store(owner, index, value);
      Atomics.recordWrite(now, place, order, found, code(now, value));
    } finally {
      Hooks.leave(now);
    }
  }

  /** Replaces the number; returns what was there. */
  final long swap(T owner, int index, long value, MemoryOrder order) {
    Execution now = Controlled.enter();
    try {
      int place = standAt(now, OpKind.READ_MODIFY_WRITE, owner, index);
      return modify(now, place, owner, index, load(owner, index), value, order);
    } finally {
      Hooks.leave(now);
    }
  }

  /** Adds to the number; returns what was there. */
  final long add(T owner, int index, long delta, MemoryOrder order) {
    Execution now = Controlled.enter();
    try {
      int place = standAt(now, OpKind.READ_MODIFY_WRITE, owner, index);
      long found = load(owner, index);
      return modify(now, place, owner, index, found, sum(found, delta), order);
    } finally {
      Hooks.leave(now);
    }
  }

  private long modify(
      Execution now, int place, T owner, int index, long found, long value, MemoryOrder order) {
    store(owner, index, value);
    Atomics.recordModify(now, place, order, code(now, found), code(now, load(owner, index)));
    if (found == load(owner, index)) {
      Spins.unchanged(now);
    }
    return found;
  }

  /** Replaces the number if it is the expected one; returns what was there. */
  final long exchange(T owner, int index, long expected, long value, MemoryOrder order) {
    Execution now = Controlled.enter();
    try {
      compares(now);
      int place = standAt(now, OpKind.COMPARE_AND_SET, owner, index);
      long found = load(owner, index);
      boolean swaps = found == expected;
      if (swaps) {
        store(owner, index, value);
      }
      Atomics.recordCompare(now, place, order, code(now, found), code(now, expected), swaps);
      return found;
    } finally {
      Hooks.leave(now);
    }
  }

  /** Replaces the number if it is the expected one; says whether it was. */
  final boolean replace(T owner, int index, long expected, long value, MemoryOrder order) {
    return exchange(owner, index, expected, value, order) == expected;
  }

  private int standAt(Execution now, OpKind kind, T owner, int index) {
    load(owner, index);
    int place = place(now, owner, index);
    Atomics.stand(now, kind, place, -1);
    return place;
  }
}
