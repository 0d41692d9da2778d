package dev.clew.explore.stateful;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The planned steps, those near the start first: an execution that begins with such a one meets
 * more of the others on its way.
 */
final class Plans {
  private final List<Shelf> shelves = new ArrayList<>();
  private int lowest;
  private int count;

  /** The plans from states of one depth. */
  private static final class Shelf {
    int[] steps = new int[4];
    int first;
    int end;
  }

  /** How many were not taken out. */
  int count() {
    return count;
  }

  void add(int step, int depth) {
    while (shelves.size() <= depth) {
      shelves.add(new Shelf());
    }
    Shelf shelf = shelves.get(depth);
    if (shelf.end == shelf.steps.length) {
      shelf.steps = Arrays.copyOf(shelf.steps, 2 * shelf.end);
    }
    shelf.steps[shelf.end++] = step;
    lowest = Math.min(lowest, depth);
    count++;
  }

  /** The first one, -1 if there is none. */
  int first() {
    while (lowest < shelves.size()) {
      Shelf shelf = shelves.get(lowest);
      if (shelf.first < shelf.end) {
        return shelf.steps[shelf.first];
      }
      shelf.first = 0;
      shelf.end = 0;
      lowest++;
    }
    return -1;
  }

  /** Takes out the first one. */
  void removeFirst() {
    shelves.get(lowest).first++;
    count--;
  }
}
