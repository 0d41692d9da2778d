package dev.clew.trace;

import java.util.Arrays;

/**
 * The objects of which a front end noticed, during an execution, that they must be visible ones
 * from the next execution on; each once, in the order of first sight.
 */
public final class Revealed {
  private int size;
  private boolean isAgain;
  private int[] object = new int[4];

  void clear() {
    size = 0;
    isAgain = false;
  }

  void startAgain() {
    isAgain = true;
  }

  /** Whether the search has to start again for another reason. */
  public boolean isAgain() {
    return isAgain;
  }

  void add(int newObject) {
    for (int i = 0; i < size; i++) {
      if (object[i] == newObject) {
        return;
      }
    }
    if (size == object.length) {
      object = Arrays.copyOf(object, 2 * size);
    }
    object[size++] = newObject;
  }

  /** The number of objects. */
  public int size() {
    return size;
  }

  /** The i-th object. */
  public int object(int i) {
    return object[i];
  }
}
