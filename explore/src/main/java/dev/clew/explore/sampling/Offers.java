package dev.clew.explore.sampling;

import java.util.Arrays;

/** The threads that were offered for the next step, and what each would access. */
final class Offers {
  private int[] thread = new int[8];
  private int[] object = new int[8];
  private int size;

  void clear() {
    size = 0;
  }

  void add(int newThread, int newObject) {
    if (size == thread.length) {
      thread = Arrays.copyOf(thread, 2 * size);
      object = Arrays.copyOf(object, 2 * size);
    }
    thread[size] = newThread;
    object[size] = newObject;
    size++;
  }

  /** Takes one away; the last one gets its place. */
  void remove(int i) {
    size--;
    thread[i] = thread[size];
    object[i] = object[size];
  }

  int size() {
    return size;
  }

  int thread(int i) {
    return thread[i];
  }

  int object(int i) {
    return object[i];
  }

  /** The thread of the one with the highest number in a table by threads. */
  int highest(long[] table) {
    int best = thread[0];
    for (int i = 1; i < size; i++) {
      if (table[thread[i]] > table[best]) {
        best = thread[i];
      }
    }
    return best;
  }
}
