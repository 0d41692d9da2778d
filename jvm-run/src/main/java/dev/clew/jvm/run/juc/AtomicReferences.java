package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Atomics;
import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.MemoryOrder;
import dev.clew.jvm.run.Spins;
import dev.clew.trace.OpKind;
import org.jspecify.annotations.Nullable;

/**
 * Atomic variables that hold references: one in each object of a class, or several.
 *
 * <p>The references stay where they are; a subclass knows how to get at them without a hook. The
 * value written gets its code even where a trace has no column for it: so an object that the tool
 * sees for the first time here is always first seen by the thread that brings it.
 *
 * @param <T> the class
 */
abstract class AtomicReferences<T> {
  /** What is there; throws what the JDK throws for an index that is out of bounds. */
  abstract @Nullable Object load(T owner, int index);

  abstract void store(T owner, int index, @Nullable Object value);

  /** The number by which a trace names the variable. */
  int place(Execution now, T owner, int index) {
    return Atomics.place(now, owner, index);
  }

  /** Called before a comparison: from now on accesses must say what they find. */
  void compares(Execution now) {}

  final @Nullable Object read(T owner, int index, MemoryOrder order) {
    Execution now = Controlled.enter();
    try {
      int place = standAt(now, OpKind.READ, owner, index);
      Object found = load(owner, index);
      Atomics.recordRead(now, place, order, now.values.ofReference(found));
      return found;
    } finally {
      Hooks.leave(now);
    }
  }

  final void write(T owner, int index, @Nullable Object value, MemoryOrder order) {
    Execution now = Controlled.enter();
    try {
      int place = standAt(now, OpKind.WRITE, owner, index);
      int found = now.values.ofReference(load(owner, index));
      store(owner, index, value);
      Atomics.recordWrite(now, place, order, found, now.values.ofReference(value));
    } finally {
      Hooks.leave(now);
    }
  }

  /** Replaces the reference; returns what was there. */
  final @Nullable Object swap(T owner, int index, @Nullable Object value, MemoryOrder order) {
    Execution now = Controlled.enter();
    try {
      int place = standAt(now, OpKind.READ_MODIFY_WRITE, owner, index);
      Object found = load(owner, index);
      store(owner, index, value);
      int foundCode = now.values.ofReference(found);
      Atomics.recordModify(now, place, order, foundCode, now.values.ofReference(value));
      if (found == value) {
        Spins.unchanged(now);
      }
      return found;
    } finally {
      Hooks.leave(now);
    }
  }

  /** Replaces the reference if it is the expected one; returns what was there. */
  final @Nullable Object exchange(
      T owner, int index, @Nullable Object expected, @Nullable Object value, MemoryOrder order) {
    Execution now = Controlled.enter();
    try {
      compares(now);
      int place = standAt(now, OpKind.COMPARE_AND_SET, owner, index);
      Object found = load(owner, index);
      boolean swaps = found == expected;
      if (swaps) {
        store(owner, index, value);
      }
      int foundCode = now.values.ofReference(found);
      int expectedCode = now.values.ofReference(expected);
      now.values.ofReference(value);
      Atomics.recordCompare(now, place, order, foundCode, expectedCode, swaps);
      return found;
    } finally {
      Hooks.leave(now);
    }
  }

  /** Replaces the reference if it is the expected one; says whether it was. */
  final boolean replace(
      T owner, int index, @Nullable Object expected, @Nullable Object value, MemoryOrder order) {
    return exchange(owner, index, expected, value, order) == expected;
  }

  private int standAt(Execution now, OpKind kind, T owner, int index) {
    load(owner, index);
    int place = place(now, owner, index);
    Atomics.stand(now, kind, place, -1);
    return place;
  }
}
