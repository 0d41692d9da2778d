package dev.clew.trace;

/**
 * Makes 128 bits of a sequence of numbers, such that different sequences have the same bits by an
 * unlikely accident only. Two lanes of multiplications and rotations, as in MurmurHash3.
 */
public final class Fingerprint {
  private static final long FIRST = 0x87C37B91114253D5L;
  private static final long SECOND = 0x4CF5AD432745937FL;

  private long high;
  private long low;

  /** Begins a new sequence. */
  public void clear() {
    high = 0x9E3779B97F4A7C15L;
    low = 0xC2B2AE3D27D4EB4FL;
  }

  /** Takes in a number. */
  public void add(long number) {
    high ^= Long.rotateLeft(number * FIRST, 31) * SECOND;
    high = (Long.rotateLeft(high, 27) + low) * 5 + 0x52DCE729;
    low ^= Long.rotateLeft(number * SECOND, 33) * FIRST;
    low = (Long.rotateLeft(low, 31) + high) * 5 + 0x38495AB5;
  }

  /** One half of the bits; the two halves are never both 0. */
  public long high() {
    return mix(high + low);
  }

  /** The other half of the bits. */
  public long low() {
    long mixed = mix(2 * high + low);
    return mixed == 0 ? 1 : mixed;
  }

  private static long mix(long bits) {
    long mixed = (bits ^ bits >>> 33) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ mixed >>> 33;
  }
}
