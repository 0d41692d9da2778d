package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Atomics;
import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.MemoryOrder;
import dev.clew.trace.OpKind;
import org.jspecify.annotations.Nullable;

/**
 * Atomic variables that hold a reference and a mark.
 *
 * @param <T> the class of the object that has the variable
 */
abstract class ReferencePairs<T> {
  private static final MemoryOrder ORDER = MemoryOrder.VOLATILE;

  /** The reference without a hook. */
  abstract @Nullable Object reference(T owner);

  /** The mark without a hook. */
  abstract Object mark(T owner);

  abstract void store(T owner, @Nullable Object reference, Object mark);

  /** What a pair was. */
  record Pair(@Nullable Object reference, Object mark) {}

  final Pair read(T owner) {
    Execution now = Controlled.enter();
    try {
      int place = standAt(now, OpKind.READ, owner);
      Atomics.recordRead(now, place, ORDER, code(now, owner));
      return new Pair(reference(owner), mark(owner));
    } finally {
      Hooks.leave(now);
    }
  }

  final void write(T owner, @Nullable Object reference, Object mark) {
    Execution now = Controlled.enter();
    try {
      int place = standAt(now, OpKind.WRITE, owner);
      int found = code(now, owner);
      store(owner, reference, mark);
      Atomics.recordWrite(now, place, ORDER, found, code(now, owner));
    } finally {
      Hooks.leave(now);
    }
  }

  /** Replaces the pair if it is the expected one; says whether it was. */
  final boolean replace(
      T owner,
      @Nullable Object expectedReference,
      @Nullable Object newReference,
      Object expectedMark,
      Object newMark) {
    Execution now = Controlled.enter();
    try {
      int place = standAt(now, OpKind.COMPARE_AND_SET, owner);
      int found = code(now, owner);
      boolean swaps = reference(owner) == expectedReference && mark(owner).equals(expectedMark);
      if (swaps) {
        store(owner, newReference, newMark);
      }
      int expected = now.values.ofPair(expectedReference, expectedMark);
      now.values.ofReference(newReference);
      Atomics.recordCompare(now, place, ORDER, found, expected, swaps);
      return swaps;
    } finally {
      Hooks.leave(now);
    }
  }

  /** Replaces the mark if the reference is the expected one: a look, then an exchange. */
  final boolean mark(T owner, @Nullable Object expectedReference, Object newMark) {
    Pair seen = read(owner);
    return seen.reference == expectedReference
        && (seen.mark.equals(newMark)
            || replace(owner, expectedReference, expectedReference, seen.mark, newMark));
  }

  private int code(Execution now, T owner) {
    return now.values.ofPair(reference(owner), mark(owner));
  }

  private int standAt(Execution now, OpKind kind, T owner) {
    int place = Atomics.place(now, owner, Atomics.ONLY);
    Atomics.stand(now, kind, place, -1);
    return place;
  }
}
