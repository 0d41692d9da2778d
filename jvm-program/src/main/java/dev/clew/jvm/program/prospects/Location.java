package dev.clew.jvm.program.prospects;

/**
 * A field or an element, of one object or of any.
 *
 * @param field the number of the field, -1 for an element
 * @param elements for an element what the array holds, as in descriptors, {@code A} for references
 * @param maker who made the object, {@link #ANYONE} for any object
 * @param ordinal the how-manieth thing of its maker it is
 * @param index the element, {@link #ANY_INDEX} for any of them
 */
record Location(int field, int elements, int maker, int ordinal, int index) {
  static final int ANYONE = Integer.MIN_VALUE;
  static final int ANY_INDEX = -1;

  /** Whether both may be the same. */
  boolean meets(Location other) {
    return field == other.field
        && elements == other.elements
        && (maker == ANYONE
            || other.maker == ANYONE
            || maker == other.maker && ordinal == other.ordinal)
        && (index == other.index || index == ANY_INDEX || other.index == ANY_INDEX);
  }
}
