package dev.clew.testkit.oracle;

/**
 * What a name in a statement stands for: an object or a thread, by its number.
 *
 * @param first the number, or that of the first element of an array
 * @param size the number of elements, -1 for a single object
 * @param index which element
 */
record Reference(int first, int size, LocalExpression index) {
  /** Nothing is named. */
  static final Reference NOTHING = new Reference(-1, -1, LocalExpression.ONE);

  /**
   * The number of the object or thread meant.
   *
   * @throws Fault if the index is out of range
   */
  int resolve(int[] cells, int locals) {
    if (size < 0) {
      return first;
    }
    int element = index.value(cells, locals);
    if (element < 0 || element >= size) {
      throw new Fault(Fault.Reason.INDEX_OUT_OF_RANGE);
    }
    return first + element;
  }
}
