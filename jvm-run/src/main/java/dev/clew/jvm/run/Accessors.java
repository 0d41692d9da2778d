package dev.clew.jvm.run;

import java.util.Arrays;

/** Which threads have read and written numbered things. */
final class Accessors {
  private static final int MANY = Long.SIZE - 1;

  private long[] readers = new long[16];
  private long[] writers = new long[16];
  private boolean[] isShared = new boolean[16];

  /** A thread accesses a thing; says whether this makes it one of several threads. */
  boolean add(int thing, int thread, boolean isWrite) {
    if (thing >= readers.length) {
      int room = Math.max(thing + 1, 2 * readers.length);
      readers = Arrays.copyOf(readers, room);
      writers = Arrays.copyOf(writers, room);
      isShared = Arrays.copyOf(isShared, room);
    }
    long bit = 1L << Math.min(thread, MANY);
    if (isWrite) {
      writers[thing] |= bit;
    } else {
      readers[thing] |= bit;
    }
    if (isShared[thing] || writers[thing] == 0) {
      return false;
    }
    long all = readers[thing] | writers[thing];
    isShared[thing] = Long.bitCount(all) > 1 || all == 1L << MANY;
    return isShared[thing];
  }

  /** Whether several threads have accessed a thing, one of them writing. */
  boolean isShared(int thing) {
    return thing < isShared.length && isShared[thing];
  }

  /** For each thing whether it is shared now. */
  boolean[] shared() {
    return isShared.clone();
  }
}
