package dev.clew.explore.parallel;

/** How long parts take, on average of the last ones. */
final class PartSizes {
  /** Each part changes the average by one part of so many of the difference. */
  private static final double MEMORY = 16;

  /** No part counts for more than so many small ones. */
  private static final int MOST = 4;

  private double average = Double.POSITIVE_INFINITY;
  private long small;

  void setSmall(long nanos) {
    small = nanos;
  }

  /** A part took so long, or as much of it as was explored before it was shared. */
  void add(long measured) {
    // A machine that has other things to do makes some parts look large.
    long nanos = Math.min(measured, MOST * small);
    average = average == Double.POSITIVE_INFINITY ? nanos : average + (nanos - average) / MEMORY;
  }

  boolean areSmall() {
    return average < small;
  }
}
