package dev.clew.testkit.toy;

import java.util.Arrays;

/** A list of labels, reused from event to event. */
final class ToyLabels {
  private int[] labels = new int[16];
  private int size;

  void clear() {
    size = 0;
  }

  void add(int label) {
    if (size == labels.length) {
      labels = Arrays.copyOf(labels, 2 * size);
    }
    labels[size++] = label;
  }

  /** Adds 0 to {@code count - 1}. */
  void addUpTo(int count) {
    for (int label = 0; label < count; label++) {
      add(label);
    }
  }

  /** Keeps the first entries only. */
  void truncate(int count) {
    size = count;
  }

  int size() {
    return size;
  }

  int get(int i) {
    return labels[i];
  }

  void set(int i, int label) {
    labels[i] = label;
  }

  boolean contains(int label) {
    for (int i = 0; i < size; i++) {
      if (labels[i] == label) {
        return true;
      }
    }
    return false;
  }
}
