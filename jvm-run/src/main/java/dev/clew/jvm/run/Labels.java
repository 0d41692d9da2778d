package dev.clew.jvm.run;

import java.util.Arrays;

/** A list of labels, reused from event to event. */
public final class Labels {
  private int[] labels = new int[16];
  private int size;

  public void clear() {
    size = 0;
  }

  public void add(int label) {
    if (size == labels.length) {
      labels = Arrays.copyOf(labels, 2 * size);
    }
    labels[size++] = label;
  }

  /** Keeps the first entries only. */
  public void truncate(int count) {
    size = count;
  }

  public int size() {
    return size;
  }

  public int get(int i) {
    return labels[i];
  }

  public void set(int i, int label) {
    labels[i] = label;
  }

  public boolean contains(int label) {
    for (int i = 0; i < size; i++) {
      if (labels[i] == label) {
        return true;
      }
    }
    return false;
  }
}
