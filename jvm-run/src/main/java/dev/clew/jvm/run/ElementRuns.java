package dev.clew.jvm.run;

import java.util.Arrays;

/**
 * Where runs of elements of an array begin that were all accessed alike: the last accesses of a run
 * are kept once, in the place of those of an element, so that to access a large part of an array
 * costs no more than to access one element.
 *
 * <p>The first run begins at element 0, each ends where the next one begins, and the last one has
 * no end: nobody has accessed it. If there are more than {@link #MOST} runs, or single elements are
 * accessed more than {@link #SINGLES} times, each element is kept by itself again.
 */
final class ElementRuns {
  /** For ranges of fewer elements runs are not worth it. */
  static final int LEAST = 16;

  private static final int MOST = 16;
  private static final int SINGLES = 64;
  private static final int WIDTH = RaceDetector.WIDTH;
  private static final int READ = RaceDetector.READ;

  private int[] starts = new int[4];
  private int size = 1;
  private int singles;

  /** Keeps the accesses to the elements of an array as runs. */
  static ElementRuns of(Shadow array) {
    ElementRuns runs = new ElementRuns();
    int elements = RaceDetector.locations(array);
    runs.reserve(array, elements + 1);
    for (int i = 0; i <= elements; i++) {
      runs.starts[i] = i;
    }
    runs.size = elements + 1;
    runs.merge(array, 0, elements);
    array.runs = runs;
    return runs;
  }

  /** Whether this is still better than to keep each element by itself. */
  boolean arePractical() {
    return size <= MOST && singles <= SINGLES;
  }

  /** A single element is accessed. */
  void countSingle() {
    singles++;
  }

  /** The run that begins at an element, from now on if none does. */
  int startingAt(Shadow array, int element) {
    int run = size - 1;
    while (starts[run] > element) {
      run--;
    }
    if (starts[run] == element) {
      return run;
    }
    reserve(array, size + 1);
    for (int k = size; k > run + 1; k--) {
      move(array, k - 1, k);
    }
    move(array, run, run + 1);
    starts[run + 1] = element;
    int[][] readers = array.readers;
    if (readers != null && readers[run] != null) {
      readers[run + 1] = readers[run].clone();
    }
    size++;
    return run + 1;
  }

  /** Makes one run of adjacent ones, from one to another, that were accessed alike. */
  void merge(Shadow array, int first, int last) {
    reserve(array, size);
    int kept = Math.max(first - 1, 0);
    for (int run = kept + 1; run < size; run++) {
      if (run > last || !areAlike(array, kept, run)) {
        kept++;
        if (kept < run) {
          move(array, run, kept);
        }
      }
    }
    size = kept + 1;
  }

  /** Keeps each element by itself again. */
  void dissolve(Shadow array) {
    int elements = starts[size - 1];
    int[] cells = new int[elements * WIDTH];
    int[][] shared = array.readers;
    int[][] vectors = shared == null ? null : new int[elements][];
    for (int run = 0; run < size - 1; run++) {
      boolean isShared = array.accesses[run * WIDTH + READ] == RaceDetector.SHARED;
      for (int i = starts[run]; i < starts[run + 1]; i++) {
        System.arraycopy(array.accesses, run * WIDTH, cells, i * WIDTH, WIDTH);
        if (isShared && shared != null && vectors != null) {
          vectors[i] = shared[run].clone();
        }
      }
    }
    array.accesses = cells;
    array.readers = vectors;
    array.runs = null;
  }

  private void reserve(Shadow array, int wanted) {
    if (wanted > starts.length) {
      starts = Arrays.copyOf(starts, Math.max(wanted, 2 * starts.length));
    }
    if (starts.length * WIDTH > array.accesses.length) {
      array.accesses = Arrays.copyOf(array.accesses, starts.length * WIDTH);
    }
    if (array.readers != null && array.readers.length < starts.length) {
      array.readers = Arrays.copyOf(array.readers, starts.length);
    }
  }

  private void move(Shadow array, int from, int to) {
    starts[to] = starts[from];
    System.arraycopy(array.accesses, from * WIDTH, array.accesses, to * WIDTH, WIDTH);
    if (array.readers != null) {
      array.readers[to] = array.readers[from];
    }
  }

  private static boolean areAlike(Shadow array, int a, int b) {
    int[] cells = array.accesses;
    int one = a * WIDTH;
    int other = b * WIDTH;
    if (cells[one] != cells[other] || cells[one + READ] != cells[other + READ]) {
      return false;
    }
    if (cells[one] != 0 && !Arrays.equals(cells, one, one + READ, cells, other, other + READ)) {
      return false;
    }
    if (cells[one + READ] == RaceDetector.SHARED) {
      int[][] readers = array.readers;
      return readers != null && Arrays.equals(readers[a], readers[b]);
    }
    return cells[one + READ] == 0
        || Arrays.equals(cells, one + READ, one + WIDTH, cells, other + READ, other + WIDTH);
  }
}
