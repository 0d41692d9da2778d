package dev.clew.jvm.run;

import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** One kind of numbers in an exchange: which of ours were told, and what theirs are here. */
final class Translation {
  private int told;
  private int[] ours = new int[16];
  private int heard;

  /** Writes how many of our numbers are new, and returns the first of them. */
  int tell(int count, DataOutput out) throws IOException {
    int from = told;
    told = count;
    out.writeInt(count - from);
    return from;
  }

  /** Says which of our numbers their next one is. */
  void add(int number) {
    if (heard == ours.length) {
      ours = Arrays.copyOf(ours, 2 * heard);
    }
    ours[heard++] = number;
  }

  /** Our number for theirs; negative ones mean the same everywhere. */
  int ours(int theirs) {
    if (theirs < 0) {
      return theirs;
    }
    if (theirs >= heard) {
      throw new IllegalStateException("number " + theirs + " was not told");
    }
    return ours[theirs];
  }
}
