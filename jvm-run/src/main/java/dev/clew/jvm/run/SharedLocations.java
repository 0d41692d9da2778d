package dev.clew.jvm.run;

import java.util.Arrays;

/**
 * Which plain locations several threads access, one of them writing, in any execution so far. Only
 * these can have data races, so only of these it belongs to the state of a program who comes after
 * which access.
 *
 * <p>A location is told by the name of its object, and looked at only if several threads access the
 * same field, or arrays made at the same site: its unit. What becomes shared counts from the next
 * execution on, with which the search starts again. Of a unit that has caused this {@link #OFTEN}
 * times all locations count.
 */
final class SharedLocations {
  private static final int KINDS = 3;

  /** In the place of a field: those of arrays. */
  private static final int ELEMENTS = -1;

  private static final int OFTEN = 8;

  private final Accessors units = new Accessors();
  private final Accessors locations = new Accessors();

  private long[] names = new long[16];
  private int[] indexes = new int[16];
  private int[] unitOf = new int[16];
  private int count;

  /** Open addressing: a slot is a location plus one, 0 if it is free. */
  private int[] slots = new int[64];

  private int[] again = new int[16];
  private boolean[] isShared = new boolean[0];
  private boolean[] isWhole = new boolean[16];
  private boolean hasMore;

  /** A new execution begins. */
  void begin() {
    if (hasMore) {
      hasMore = false;
      isShared = locations.shared();
      isWhole = new boolean[again.length];
      for (int unit = 0; unit < again.length; unit++) {
        isWhole[unit] = again[unit] >= OFTEN;
      }
    }
  }

  /**
   * A thread accesses a location.
   *
   * @return true if the search has to start again
   */
  boolean access(Shadow shadow, int field, int index, int thread, boolean isWrite) {
    int unit = unit(shadow, field);
    boolean startsAgain = units.add(unit, thread, isWrite);
    if (units.isShared(unit)) {
      int location = location(shadow, unit, field < ELEMENTS ? 0 : index);
      keep(shadow, index, location);
      if (locations.add(location, thread, isWrite) && again[unit]++ < OFTEN) {
        startsAgain = true;
      }
    }
    hasMore |= startsAgain;
    return startsAgain;
  }

  /** Whether accesses to a location of an object count. */
  boolean counts(Shadow shadow, int index) {
    int[] known = shadow.locations;
    int location = known == null || index >= known.length ? -1 : known[index] - 1;
    return location >= 0
        && (location < isShared.length && isShared[location]
            || unitOf[location] < isWhole.length && isWhole[unitOf[location]]);
  }

  private static void keep(Shadow shadow, int index, int location) {
    int[] known = shadow.locations;
    if (known == null || index >= known.length) {
      known = known == null ? new int[index + 1] : Arrays.copyOf(known, 2 * index + 1);
      shadow.locations = known;
    }
    known[index] = location + 1;
  }

  /** The number of what a location belongs to. */
  private int unit(Shadow shadow, int field) {
    int unit =
        field >= 0 ? KINDS * field : KINDS * Math.max(shadow.site, 0) + (field < ELEMENTS ? 1 : 2);
    if (unit >= again.length) {
      again = Arrays.copyOf(again, Math.max(unit + 1, 2 * again.length));
    }
    return unit;
  }

  private int location(Shadow shadow, int unit, int index) {
    int[] known = shadow.locations;
    if (known != null && index < known.length && known[index] > 0) {
      return known[index] - 1;
    }
    long name = (long) shadow.maker << Integer.SIZE | shadow.ordinal & 0xFFFF_FFFFL;
    int slot = slot(name, index, unit);
    if (slots[slot] > 0) {
      return slots[slot] - 1;
    }
    if (count == names.length) {
      grow();
      slot = slot(name, index, unit);
    }
    names[count] = name;
    indexes[count] = index;
    unitOf[count] = unit;
    slots[slot] = ++count;
    return count - 1;
  }

  private int slot(long name, int index, int unit) {
    int mask = slots.length - 1;
    int at = (int) (Randomness.mix(name * 31 + index) >>> Integer.SIZE) & mask;
    while (slots[at] > 0 && !is(slots[at] - 1, name, index, unit)) {
      at = at + 1 & mask;
    }
    return at;
  }

  private boolean is(int location, long name, int index, int unit) {
    return names[location] == name && indexes[location] == index && unitOf[location] == unit;
  }

  private void grow() {
    names = Arrays.copyOf(names, 2 * count);
    indexes = Arrays.copyOf(indexes, 2 * count);
    unitOf = Arrays.copyOf(unitOf, 2 * count);
    slots = new int[8 * count];
    for (int location = 0; location < count; location++) {
      slots[slot(names[location], indexes[location], unitOf[location])] = location + 1;
    }
  }
}
