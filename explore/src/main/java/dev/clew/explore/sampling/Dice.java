package dev.clew.explore.sampling;

/** Random numbers that depend on a seed alone: SplitMix64. */
final class Dice {
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private long state;

  /** Begins anew. */
  void seed(long seed) {
    state = seed;
  }

  /** Any number. */
  long next() {
    state += STEP;
    return mix(state);
  }

  /** A number from 0 to {@code bound - 1}. */
  int below(int bound) {
    return (int) (((next() >>> 32) * bound) >>> 32);
  }

  /** The seed of the walk with this number, of those that one seed determines. */
  static long seedOf(long seed, long walk) {
    return mix(seed + walk * STEP);
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
