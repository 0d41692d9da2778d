package dev.clew.jvm.run;

import dev.clew.trace.Trace;
import org.jspecify.annotations.Nullable;

/** A function of the program is under way that computes what a collection will hold. */
public final class Computation {
  final Object collection;
  final @Nullable Object key;
  final Shadow shadow;

  /** The number of the key, negative if it is the whole collection. */
  final int number;

  /** The one in which this one began, null if none. */
  final @Nullable Computation outer;

  /** What holds others off; null as long as nobody can notice that it is under way. */
  @Nullable UpdateLocks locks;

  /** The event by which it shares the collection with other functions. */
  int sharedBy = Trace.NONE;

  /** Whether there was nothing for the key when it began. */
  boolean wasAbsent;

  Computation(
      Object collection,
      @Nullable Object key,
      Shadow shadow,
      int number,
      @Nullable Computation outer) {
    this.collection = collection;
    this.key = key;
    this.shadow = shadow;
    this.number = number;
    this.outer = outer;
  }
}
