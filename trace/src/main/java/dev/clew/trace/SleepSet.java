package dev.clew.trace;

import java.util.Arrays;

/**
 * Operations that need not be explored from here, because the search has covered or will cover them
 * elsewhere.
 *
 * <p>An entry is the next operation of a thread: the thread, the objects it accesses and how, and
 * the alternative it takes. It leaves the set when a dependent operation runs ({@link #wake}).
 * Godefroid's sleep sets.
 */
public final class SleepSet {
  private int size;
  private int[] thread = new int[8];
  private int[] object = new int[8];
  private int[] other = new int[8];
  private int[] modes = new int[8];
  private int[] label = new int[8];

  /** Makes the set empty. */
  public void clear() {
    size = 0;
  }

  /** Adds an operation. */
  public void add(int newThread, int newObject, int newOther, int newModes, int newLabel) {
    int i = size;
    if (i == thread.length) {
      int capacity = 2 * i;
      thread = Arrays.copyOf(thread, capacity);
      object = Arrays.copyOf(object, capacity);
      other = Arrays.copyOf(other, capacity);
      modes = Arrays.copyOf(modes, capacity);
      label = Arrays.copyOf(label, capacity);
    }
    thread[i] = newThread;
    object[i] = newObject;
    other[i] = newOther;
    modes[i] = newModes;
    label[i] = newLabel;
    size = i + 1;
  }

  /** Makes this set equal to another one. */
  public void copyFrom(SleepSet source) {
    clear();
    for (int i = 0; i < source.size; i++) {
      add(source.thread[i], source.object[i], source.other[i], source.modes[i], source.label[i]);
    }
  }

  /** Removes every operation that depends on the given one, which a thread has just done. */
  public void wake(int byThread, int byObject, int byOther, int byModes) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      boolean depends =
          thread[i] == byThread
              || Dependence.conflict(object[i], other[i], modes[i], byObject, byOther, byModes);
      if (!depends) {
        thread[kept] = thread[i];
        object[kept] = object[i];
        other[kept] = other[i];
        modes[kept] = modes[i];
        label[kept] = label[i];
        kept++;
      }
    }
    size = kept;
  }

  /**
   * Whether the next operation of a thread is asleep with this label; {@code NO_LABEL} for one
   * without alternatives.
   */
  public boolean contains(int askedThread, int askedLabel) {
    for (int i = 0; i < size; i++) {
      if (thread[i] == askedThread && label[i] == askedLabel) {
        return true;
      }
    }
    return false;
  }

  /** Whether nothing sleeps. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** The number of sleeping operations. */
  public int size() {
    return size;
  }

  /** The thread of the i-th operation. */
  public int thread(int i) {
    return thread[i];
  }

  /** The first object of the i-th operation, -1 if none. */
  public int object(int i) {
    return object[i];
  }

  /** The second object of the i-th operation, -1 if none. */
  public int other(int i) {
    return other[i];
  }

  /** How the i-th operation accesses its objects. */
  public int modes(int i) {
    return modes[i];
  }

  /** The alternative that the i-th operation takes. */
  public int label(int i) {
    return label[i];
  }
}
