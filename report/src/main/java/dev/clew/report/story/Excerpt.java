package dev.clew.report.story;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The rows of a long story that fit on a few screens: its beginning, its end, and what counts. */
final class Excerpt {
  private static final int FIRST = 20;
  private static final int LAST = 40;

  /** A gap takes a line itself. */
  private static final int SHORTEST_GAP = 2;

  private Excerpt() {}

  /**
   * The rows to show; the first one after a gap says how many are missing before it.
   *
   * @param counts the numbers of rows that are shown wherever they are
   */
  static List<Row> of(List<Row> rows, BitSet counts) {
    int size = rows.size();
    if (size <= FIRST + LAST) {
      return rows;
    }
    BitSet shown = (BitSet) counts.clone();
    shown.set(0, FIRST);
    shown.set(size - LAST, size);
    List<Row> excerpt = new ArrayList<>();
    int next = 0;
    for (int i = shown.nextSetBit(0); i >= 0; i = shown.nextSetBit(i + 1)) {
      boolean isGap = i - next >= SHORTEST_GAP;
      if (!isGap) {
        excerpt.addAll(rows.subList(next, i));
      }
      excerpt.add(rows.get(i).after(isGap ? i - next : 0));
      next = i + 1;
    }
    return excerpt;
  }
}
