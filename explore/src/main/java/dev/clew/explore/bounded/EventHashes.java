package dev.clew.explore.bounded;

import dev.clew.trace.HappensBefore;
import dev.clew.trace.Trace;
import java.util.Arrays;

/**
 * A hash of 128 bits for each event, and for each first part of the events of a thread: the
 * exclusive or of theirs. That of a cut is the exclusive or over the threads, in whatever order its
 * events came.
 *
 * <p>An event is known by its thread, its number there, what it did and its clock: all events with
 * the same have the same past.
 */
final class EventHashes {
  private static final long ODD_HIGH = 0x9E3779B97F4A7C15L;
  private static final long ODD_LOW = 0xC2B2AE3D27D4EB4FL;

  private final Trace trace;
  private final HappensBefore order;
  private long[][] high = new long[0][];
  private long[][] low = new long[0][];

  EventHashes(Trace trace, HappensBefore order) {
    this.trace = trace;
    this.order = order;
  }

  /** Takes in an event, which is in the order already. */
  void set(int event) {
    int owner = trace.thread(event);
    int n = order.index(event);
    ensureRoom(owner, n);
    long h = ODD_HIGH;
    long l = ODD_LOW;
    int[] facts = {
      owner, n, trace.kind(event), trace.label(event), trace.modes(event), trace.object(event)
    };
    for (int fact : facts) {
      h = mix(h, ODD_HIGH, fact);
      l = mix(l, ODD_LOW, fact);
    }
    for (int t = 0, threads = order.threads(); t < threads; t++) {
      int count = order.clock(event, t);
      if (count > 0) {
        h = mix(mix(h, ODD_HIGH, t), ODD_HIGH, count);
        l = mix(mix(l, ODD_LOW, t), ODD_LOW, count);
      }
    }
    high[owner][n] = high[owner][n - 1] ^ h;
    low[owner][n] = low[owner][n - 1] ^ l;
  }

  /** The upper half for a cut. */
  long high(int[] cut) {
    long hash = 0;
    for (int t = 0; t < high.length; t++) {
      hash ^= cut[t] == 0 ? 0 : high[t][cut[t]];
    }
    return hash;
  }

  /** The lower half for a cut. */
  long low(int[] cut) {
    long hash = 0;
    for (int t = 0; t < low.length; t++) {
      hash ^= cut[t] == 0 ? 0 : low[t][cut[t]];
    }
    return hash;
  }

  private static long mix(long hash, long odd, int fact) {
    long mixed = (hash ^ fact) * odd;
    return mixed ^ (mixed >>> 29);
  }

  private void ensureRoom(int owner, int n) {
    int threads = order.threads();
    if (high.length < threads) {
      int known = high.length;
      high = Arrays.copyOf(high, threads);
      low = Arrays.copyOf(low, threads);
      for (int t = known; t < threads; t++) {
        high[t] = new long[16];
        low[t] = new long[16];
      }
    }
    if (n >= high[owner].length) {
      high[owner] = Arrays.copyOf(high[owner], 2 * n);
      low[owner] = Arrays.copyOf(low[owner], 2 * n);
    }
  }
}
