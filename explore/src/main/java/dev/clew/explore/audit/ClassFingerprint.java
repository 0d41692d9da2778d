package dev.clew.explore.audit;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Trace;
import java.util.Arrays;

/**
 * Makes 128 bits of the class of an execution, whatever the order in which its independent events
 * came: two executions have the same if the same threads did the same, and dependent operations
 * came in the same order; others by an unlikely accident only.
 *
 * <p>An event is known by its thread, its number there, what it did, and which events it depends on
 * since the last write of each of its objects, that one included: those before follow from theirs.
 * A timeout depends on all that came before it. The bits of a class are the sum over its events,
 * and over what threads are blocked on in the end.
 *
 * <p>It is kept as a trace grows and shrinks; taking in an event takes constant time and allocates
 * nothing once the columns have grown.
 */
public final class ClassFingerprint {
  private static final int TIMEOUT = OpKind.TIMEOUT.code();
  private static final int REACQUIRE = OpKind.REACQUIRE.code();
  private static final int PASS = OpKind.PASS.code();

  /** Of an object: its last write, and the sums of its reads and of its shares since then. */
  private static final int PARTS = 3;

  private static final int SAVED = 2 * PARTS;

  private int size;

  /** The sums over the first events: entry i is that of the first i. */
  private long[] high = new long[17];

  private long[] low = new long[17];
  private int[] thread = new int[16];
  private int[] index = new int[16];
  private int[] first = new int[16];
  private int[] second = new int[16];

  /** What was known of the two objects of an event before it. */
  private long[] saved = new long[16 * SAVED];

  private int[] count = new int[8];
  private long[] objects = new long[8 * PARTS];

  private long wholeHigh;
  private long wholeLow;

  /** Forgets all events but the first {@code kept}; there may be fewer. */
  public void keep(int kept) {
    while (size > kept) {
      int i = --size;
      count[thread[i]]--;
      if (second[i] >= 0) {
        putBack(second[i] * PARTS, i * SAVED + PARTS);
      }
      if (first[i] >= 0) {
        putBack(first[i] * PARTS, i * SAVED);
      }
    }
  }

  private void putBack(int at, int place) {
    objects[at] = saved[place];
    objects[at + 1] = saved[place + 1];
    objects[at + 2] = saved[place + 2];
  }

  /** Takes in an execution, which begins with the events that were kept. */
  public void takeIn(Trace trace) {
    for (int i = size, end = trace.size(); i < end; i++) {
      append(trace, i);
    }
    finish(trace);
  }

  /** One half of the bits of the execution taken in. */
  public long high() {
    return wholeHigh;
  }

  /** The other half, which is never 0. */
  public long low() {
    return wholeLow;
  }

  /** Bits of event {@code i} alone, which the same event has in all executions of a class. */
  public long ofEvent(int i) {
    return high[i + 1] - high[i];
  }

  private void append(Trace trace, int i) {
    if (i == thread.length) {
      growEvents();
    }
    int owner = trace.thread(i);
    if (owner >= count.length) {
      count = Arrays.copyOf(count, Math.max(2 * count.length, owner + 1));
    }
    int n = ++count[owner];
    thread[i] = owner;
    index[i] = n;
    int kind = trace.kind(i);
    int modes = trace.modes(i);
    int object = trace.object(i);
    int other = trace.other(i);
    long id = idOf(owner, n);
    long operation = (long) object << 32 ^ trace.label(i) ^ (long) kind << 24 ^ (long) modes << 20;
    long seen = 0;
    first[i] = object;
    second[i] = other;
    if (object >= 0) {
      seen = access(i * SAVED, object, Dependence.first(modes), id);
    }
    if (other >= 0) {
      seen += 7 * access(i * SAVED + PARTS, other, Dependence.second(modes), id) + other;
    }
    if (kind == TIMEOUT) {
      seen = mix(high[i] + 3 * low[i]) + trace.expected(i);
    } else if (kind == REACQUIRE || kind == PASS) {
      seen += 5 * idOf(trace.link(i));
    }
    int behind = trace.behind(i);
    if (behind != Trace.NONE) {
      seen += 11 * idOf(behind);
    }
    long all = combine(id, operation, seen);
    high[i + 1] = high[i] + mix(all);
    low[i + 1] = low[i] + mixOtherwise(all);
    size = i + 1;
  }

  /** Enters an access of an object, and returns what it depends on. */
  private long access(int place, int object, int mode, long id) {
    int at = object * PARTS;
    if (at >= objects.length) {
      objects = Arrays.copyOf(objects, Math.max(2 * objects.length, at + PARTS));
    }
    long write = objects[at];
    long reads = objects[at + 1];
    long shares = objects[at + 2];
    saved[place] = write;
    saved[place + 1] = reads;
    saved[place + 2] = shares;
    switch (mode) {
      case Dependence.READ -> {
        objects[at + 1] = reads + id;
        return write + 13 * shares;
      }
      case Dependence.SHARE -> {
        objects[at + 2] = shares + id;
        return write + 17 * reads;
      }
      case Dependence.WRITE -> {
        objects[at] = id;
        objects[at + 1] = 0;
        objects[at + 2] = 0;
        return write + 13 * shares + 17 * reads;
      }
      default -> {
        return 0;
      }
    }
  }

  private void finish(Trace trace) {
    long sumHigh = high[size] + trace.ending().ordinal();
    long sumLow = low[size];
    PendingOperations pending = trace.pending();
    for (int p = 0, blocked = pending.size(); p < blocked; p++) {
      long id = idOf(pending.thread(p), 0);
      long operation = (long) pending.object(p) << 32 ^ pending.kind(p) << 24 ^ pending.amount(p);
      long seen = idOf(pending.link(p)) + 5 * idOf(pending.behind(p)) + 7 * pending.target(p);
      long all = combine(id, operation, seen);
      sumHigh += mix(all);
      sumLow += mixOtherwise(all);
    }
    wholeHigh = sumHigh;
    wholeLow = sumLow == 0 ? 1 : sumLow;
  }

  /** The bits of an event of the trace, or of a negative number that stands for none. */
  private long idOf(int event) {
    return event < 0 ? event : idOf(thread[event], index[event]);
  }

  private static long idOf(int thread, int n) {
    return mix(((long) thread << 32 | n) * 0x9E3779B97F4A7C15L);
  }

  private static long combine(long id, long operation, long seen) {
    return id + operation * 0xA0761D6478BD642FL + seen * 0x589965CC75374CC3L;
  }

  private static long mix(long bits) {
    long mixed = (bits ^ bits >>> 32) * 0xFF51AFD7ED558CCDL;
    return mixed ^ mixed >>> 29;
  }

  private static long mixOtherwise(long bits) {
    long mixed = (bits ^ bits >>> 29) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ mixed >>> 32;
  }

  private void growEvents() {
    int capacity = 2 * thread.length;
    high = Arrays.copyOf(high, capacity + 1);
    low = Arrays.copyOf(low, capacity + 1);
    thread = Arrays.copyOf(thread, capacity);
    index = Arrays.copyOf(index, capacity);
    first = Arrays.copyOf(first, capacity);
    second = Arrays.copyOf(second, capacity);
    saved = Arrays.copyOf(saved, capacity * SAVED);
  }
}
