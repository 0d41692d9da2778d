package dev.clew.foreign;

import dev.clew.trace.Meanings;

/**
 * What the numbers of threads and objects mean, as bits that are the same in all processes that run
 * the program: see {@link TableExchange}. Threads have the same numbers everywhere. Of objects that
 * are one in traces, the one with the smallest bits counts, whichever was met first.
 */
final class TableMeanings implements Meanings {
  private final Tables tables;

  TableMeanings(Tables tables) {
    this.tables = tables;
  }

  @Override
  public long ofThread(int thread) {
    return NUMBERS.ofThread(thread);
  }

  /** As in {@link TableExchange#label}. */
  @Override
  public long ofLabel(int thread, int object, int label) {
    boolean isThread = thread == Keys.CLOCK_THREAD || object >= 0;
    return isThread ? ofThread(label) : label;
  }

  @Override
  public long ofObject(int object) {
    if (object < 0) {
      return object;
    }
    int leader = tables.leader(object);
    long least = bits(leader);
    for (int other = leader + 1, count = tables.objectCount(); other < count; other++) {
      if (tables.leader(other) == leader) {
        least = Math.min(least, bits(other));
      }
    }
    return least;
  }

  private long bits(int object) {
    long bits = tables.address(object) * 31 + tables.size(object) * 1009L + tables.matter(object);
    bits = (bits ^ bits >>> 32) * 0x9E3779B97F4A7C15L;
    return bits ^ bits >>> 29;
  }
}
