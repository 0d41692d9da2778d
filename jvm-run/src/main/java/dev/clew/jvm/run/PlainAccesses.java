package dev.clew.jvm.run;

import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * The accesses to plain locations of an execution, in its order; equal ones of a thread between two
 * operations once. For searches that ask.
 */
public final class PlainAccesses {
  private static final int WIDTH = 8;
  private static final int THREAD = 0;
  private static final int EVENTS = 1;
  private static final int MAKER = 2;
  private static final int ORDINAL = 3;
  private static final int INDEX = 4;
  private static final int FIELD = 5;
  private static final int WRITES = 6;
  private static final int ELEMENTS = 7;

  private int size;
  private int[] cells = new int[64 * WIDTH];

  /** Open addressing: an access plus one, 0 if the slot is free. */
  private int[] slots = new int[256];

  void clear() {
    size = 0;
    Arrays.fill(slots, 0);
  }

  /** Adds an access, if it is a new one. */
  void add(ProgramThread thread, Shadow shadow, int index, int field, boolean isWrite, int events) {
    if ((size + 1) * WIDTH > cells.length) {
      cells = Arrays.copyOf(cells, 2 * cells.length);
    }
    int at = size * WIDTH;
    cells[at + THREAD] = thread.number;
    cells[at + EVENTS] = events;
    cells[at + MAKER] = shadow.maker;
    cells[at + ORDINAL] = shadow.ordinal;
    cells[at + INDEX] = index;
    cells[at + FIELD] = field;
    cells[at + WRITES] = isWrite ? 1 : 0;
    cells[at + ELEMENTS] = field < 0 ? elements(shadow.owner) : 0;
    int slot = find(at);
    if (slots[slot] == 0) {
      size++;
      slots[slot] = size;
      if (4 * size > slots.length) {
        grow();
      }
    }
  }

  private static int elements(@org.jspecify.annotations.Nullable Object array) {
    if (array == null || !array.getClass().isArray()) {
      return 0;
    }
    Class<?> type = array.getClass().getComponentType();
    if (!type.isPrimitive()) {
      return 'A';
    }
    return type == boolean.class ? 'B' : Array.newInstance(type, 0).getClass().getName().charAt(1);
  }

  private int find(int at) {
    int hash = 1;
    for (int k = 0; k < WIDTH; k++) {
      hash = 31 * hash + cells[at + k];
    }
    int slot = (hash ^ hash >>> 16) & slots.length - 1;
    while (slots[slot] != 0 && !isSame((slots[slot] - 1) * WIDTH, at)) {
      slot = slot + 1 & slots.length - 1;
    }
    return slot;
  }

  private boolean isSame(int a, int b) {
    return Arrays.equals(cells, a, a + WIDTH, cells, b, b + WIDTH);
  }

  private void grow() {
    slots = new int[2 * slots.length];
    for (int k = 0; k < size; k++) {
      slots[find(k * WIDTH)] = k + 1;
    }
  }

  public int size() {
    return size;
  }

  public int thread(int k) {
    return cells[k * WIDTH + THREAD];
  }

  /** How many operations came before. */
  public int events(int k) {
    return cells[k * WIDTH + EVENTS];
  }

  /** Who made the object. */
  public int maker(int k) {
    return cells[k * WIDTH + MAKER];
  }

  /** The how-manieth thing of its maker the object is. */
  public int ordinal(int k) {
    return cells[k * WIDTH + ORDINAL];
  }

  /** The index of an element. */
  public int index(int k) {
    return cells[k * WIDTH + INDEX];
  }

  /** The field, negative if it is none. */
  public int field(int k) {
    return cells[k * WIDTH + FIELD];
  }

  public boolean isWrite(int k) {
    return cells[k * WIDTH + WRITES] != 0;
  }

  /** What the elements of an array are, as in descriptors; 0 if it is no array. */
  public int elements(int k) {
    return cells[k * WIDTH + ELEMENTS];
  }
}
