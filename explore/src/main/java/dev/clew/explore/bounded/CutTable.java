package dev.clew.explore.bounded;

import java.util.Arrays;

/**
 * Cuts of a trace, each with the thread that did the last event: rows of numbers, and a table that
 * finds a row by its content.
 *
 * <p>Rows are compared in full, so two cuts are never taken for one. Everything is reused by the
 * next search: nothing is allocated once the arrays have grown.
 */
final class CutTable {
  private static final int FIRST_ROWS = 256;

  private int width;
  private int size;
  private int[] rows = new int[0];
  private int[] slots = new int[2 * FIRST_ROWS];
  private int entered;

  /** Forgets all rows; those to come have this many numbers. */
  void clear(int newWidth) {
    width = newWidth;
    size = 0;
    if (entered > 0) {
      Arrays.fill(slots, 0);
      entered = 0;
    }
    if (rows.length < FIRST_ROWS * width) {
      rows = new int[FIRST_ROWS * width];
    }
  }

  /** The number of rows. */
  int size() {
    return size;
  }

  /** Adds a row, which is not entered in the table; returns its number. */
  int add(int[] row) {
    if ((size + 1) * width > rows.length) {
      rows = Arrays.copyOf(rows, Math.multiplyExact(2, rows.length));
    }
    System.arraycopy(row, 0, rows, size * width, width);
    return size++;
  }

  /** Drops the row that was added last and not entered. */
  void dropLast() {
    size--;
  }

  void copyTo(int[] target, int row) {
    System.arraycopy(rows, row * width, target, 0, width);
  }

  /** Enters a row in the table; false if one of the same content is there. */
  boolean enter(int row) {
    if (2 * (entered + 1) > slots.length) {
      growSlots();
    }
    int slot = slotOf(row);
    if (slots[slot] != 0) {
      return false;
    }
    slots[slot] = row + 1;
    entered++;
    return true;
  }

  /** The number of the row of this content, which is added if there is none. */
  int numberOf(int[] content) {
    int row = add(content);
    if (enter(row)) {
      return row;
    }
    dropLast();
    return slots[slotOf(row)] - 1;
  }

  private int slotOf(int row) {
    int mask = slots.length - 1;
    int slot = hash(row) & mask;
    while (slots[slot] != 0 && !isSame(slots[slot] - 1, row)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private boolean isSame(int a, int b) {
    return Arrays.equals(rows, a * width, (a + 1) * width, rows, b * width, (b + 1) * width);
  }

  private int hash(int row) {
    int hash = 0;
    for (int k = row * width, end = k + width; k < end; k++) {
      hash = (hash ^ rows[k]) * 0x9E3779B1;
      hash ^= hash >>> 15;
    }
    return hash;
  }

  private void growSlots() {
    int[] old = slots;
    slots = new int[2 * old.length];
    for (int held : old) {
      if (held != 0) {
        slots[slotOf(held - 1)] = held;
      }
    }
  }
}
