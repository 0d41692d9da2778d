package dev.clew.jvm.run;

/**
 * Spans of time, in the order in which they were added: a few, and if there are more the last ones
 * become one, with what is between them. What is noted for a thread depends on that thread only.
 */
final class Spans {
  private static final int MOST = 8;

  private final long[] begins = new long[MOST];
  private final long[] ends = new long[MOST];
  private int count;

  void clear() {
    count = 0;
  }

  /** Adds the time from one moment to another one, both included. */
  void add(long begin, long end) {
    int last = count - 1;
    boolean touches = count > 0 && begin <= ends[last] + 1 && end >= begins[last] - 1;
    if (touches || count == MOST) {
      begins[last] = Math.min(begins[last], begin);
      ends[last] = Math.max(ends[last], end);
    } else {
      begins[count] = begin;
      ends[count++] = end;
    }
  }

  /** Whether one of them has a moment in common with this one, both ends included. */
  boolean meet(long begin, long end) {
    for (int k = 0; k < count; k++) {
      if (begins[k] <= end && begin <= ends[k]) {
        return true;
      }
    }
    return false;
  }
}
