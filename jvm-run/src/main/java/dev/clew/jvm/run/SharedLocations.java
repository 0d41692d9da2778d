package dev.clew.jvm.run;

import java.util.Arrays;

/**
 * Which plain fields, arrays and collections several threads access, one of them writing, in any
 * execution so far. Only these can have data races, so only of these it belongs to the state of a
 * program who comes after which access.
 *
 * <p>What is told is all that belongs to a declared field, or was made at a site. What becomes
 * shared counts from the next execution on, with which the search starts again.
 */
final class SharedLocations {
  private static final int KINDS = 3;
  private static final int MANY = Long.SIZE - 1;

  private long[] readers = new long[16];
  private long[] writers = new long[16];
  private boolean[] isShared = new boolean[16];
  private boolean[] isSharedNow = new boolean[16];
  private boolean hasMore;

  /** A new execution begins. */
  void begin() {
    if (hasMore) {
      hasMore = false;
      isSharedNow = isShared.clone();
    }
  }

  /** The number of what a location belongs to. */
  static int unit(Shadow shadow, int field) {
    if (field >= 0) {
      return KINDS * field;
    }
    return KINDS * Math.max(shadow.site, 0) + (field == RaceDetector.CONTENTS ? 1 : 2);
  }

  /** A thread accesses a location of an object; says whether its unit became a shared one. */
  boolean access(int unit, int thread, boolean isWrite) {
    if (unit >= readers.length) {
      int room = Math.max(unit + 1, 2 * readers.length);
      readers = Arrays.copyOf(readers, room);
      writers = Arrays.copyOf(writers, room);
      isShared = Arrays.copyOf(isShared, room);
    }
    long bit = 1L << Math.min(thread, MANY);
    if (isWrite) {
      writers[unit] |= bit;
    } else {
      readers[unit] |= bit;
    }
    if (isShared[unit] || writers[unit] == 0) {
      return false;
    }
    long all = readers[unit] | writers[unit];
    boolean isOfOne = Long.bitCount(all) == 1 && all != 1L << MANY;
    isShared[unit] = !isOfOne;
    hasMore |= !isOfOne;
    return !isOfOne;
  }

  /** Whether several threads access a unit. */
  boolean isShared(int unit) {
    return unit < isSharedNow.length && isSharedNow[unit];
  }
}
