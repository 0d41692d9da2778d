package dev.clew.explore.audit;

import dev.clew.trace.Dependence;
import dev.clew.trace.Meanings;
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
 * and over what threads are blocked on in the end. Threads and objects count as what they mean, so
 * that in another process the bits are the same, if the meanings are.
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

  private static final int WHO = 2;
  private static final int OBJECTS = 3;
  private static final int FIRST = 4;
  private static final int SECOND = FIRST + PARTS;
  private static final int ROW = SECOND + PARTS;

  private final Meanings meanings;

  /** The bits of threads and objects that were met, 0 if they are not known yet. */
  private long[] threadBits = new long[8];

  private long[] objectBits = new long[8];

  private int size;

  /**
   * What is known of the events, a row for each: the sums over all before it, two numbers; its
   * thread and number there; its two objects; and what was known of these before it. One more row
   * has the sums over all.
   */
  private long[] rows = new long[9 * ROW];

  private int[] count = new int[8];
  private long[] objects = new long[8 * PARTS];

  private long wholeHigh;
  private long wholeLow;

  /** The bits of classes of a program whose threads and objects mean this. */
  public ClassFingerprint(Meanings meanings) {
    this.meanings = meanings;
  }

  /** Forgets all events but the first {@code kept}; there may be fewer. */
  public void keep(int kept) {
    long[] known = rows;
    for (int i = size - 1; i >= kept; i--) {
      int row = i * ROW;
      count[(int) (known[row + WHO] >> 32)]--;
      long touched = known[row + OBJECTS];
      int other = (int) touched;
      if (other >= 0) {
        putBack(known, row + SECOND, other * PARTS);
      }
      int object = (int) (touched >> 32);
      if (object >= 0) {
        putBack(known, row + FIRST, object * PARTS);
      }
    }
    size = Math.min(size, kept);
  }

  private void putBack(long[] from, int place, int at) {
    objects[at] = from[place];
    objects[at + 1] = from[place + 1];
    objects[at + 2] = from[place + 2];
  }

  /** Takes in an execution, which begins with the events that were kept. */
  public void takeIn(Trace trace) {
    int end = trace.size();
    if ((end + 1) * ROW > rows.length) {
      rows = Arrays.copyOf(rows, Math.max(2 * rows.length, (end + 1) * ROW));
    }
    for (int i = size; i < end; i++) {
      append(trace, i);
    }
    size = end;
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
    return rows[(i + 1) * ROW] - rows[i * ROW];
  }

  private void append(Trace trace, int i) {
    int owner = trace.thread(i);
    if (owner >= count.length) {
      count = Arrays.copyOf(count, Math.max(2 * count.length, owner + 1));
    }
    long[] into = rows;
    int row = i * ROW;
    long who = (long) owner << 32 | ++count[owner];
    int kind = trace.kind(i);
    int modes = trace.modes(i);
    int object = trace.object(i);
    int other = trace.other(i);
    long id = idOf(who);
    long seen = 0;
    into[row + WHO] = who;
    into[row + OBJECTS] = (long) object << 32 | other & 0xFFFFFFFFL;
    if (object >= 0) {
      seen = access(into, row + FIRST, object, Dependence.first(modes), id);
    }
    if (other >= 0) {
      long found = access(into, row + SECOND, other, Dependence.second(modes), id);
      seen += 7 * found + bitsOfObject(other);
    }
    long high = into[row];
    long low = into[row + 1];
    if (kind == TIMEOUT) {
      seen = mix(high + 3 * low) + bitsOfObject(trace.expected(i));
    } else if (kind == REACQUIRE || kind == PASS) {
      seen += 5 * idOf(trace.link(i));
    }
    int behind = trace.behind(i);
    if (behind != Trace.NONE) {
      seen += 11 * idOf(behind);
    }
    int label = trace.label(i);
    long alternative = label < 0 ? label : meanings.ofLabel(owner, object, label);
    long operation = bitsOfObject(object) ^ alternative ^ (long) kind << 24 ^ (long) modes << 20;
    long all = combine(id, operation, seen);
    into[row + ROW] = high + mix(all);
    into[row + ROW + 1] = low + mixOtherwise(all);
  }

  /** Enters an access of an object, and returns what it depends on. */
  private long access(long[] into, int place, int object, int mode, long id) {
    int at = object * PARTS;
    if (at >= objects.length) {
      objects = Arrays.copyOf(objects, Math.max(2 * objects.length, at + PARTS));
    }
    long[] known = objects;
    long write = known[at];
    long reads = known[at + 1];
    long shares = known[at + 2];
    into[place] = write;
    into[place + 1] = reads;
    into[place + 2] = shares;
    if (mode == Dependence.WRITE) {
      known[at] = id;
      known[at + 1] = 0;
      known[at + 2] = 0;
      return write + 13 * shares + 17 * reads;
    }
    if (mode == Dependence.READ) {
      known[at + 1] = reads + id;
      return write + 13 * shares;
    }
    if (mode == Dependence.SHARE) {
      known[at + 2] = shares + id;
      return write + 17 * reads;
    }
    return 0;
  }

  private void finish(Trace trace) {
    long sumHigh = rows[size * ROW] + trace.ending().ordinal();
    long sumLow = rows[size * ROW + 1];
    PendingOperations pending = trace.pending();
    for (int p = 0, blocked = pending.size(); p < blocked; p++) {
      int kind = pending.kind(p);
      int target = pending.target(p);
      long targetBits = kind == REACQUIRE ? bitsOfObject(target) : bitsOfThread(target);
      long id = idOf((long) pending.thread(p) << 32);
      long operation = bitsOfObject(pending.object(p)) ^ kind << 24 ^ pending.amount(p);
      long seen = idOf(pending.link(p)) + 5 * idOf(pending.behind(p)) + 7 * targetBits;
      long all = combine(id, operation, seen);
      sumHigh += mix(all);
      sumLow += mixOtherwise(all);
    }
    wholeHigh = sumHigh;
    wholeLow = sumLow == 0 ? 1 : sumLow;
  }

  /** The bits of an event of the trace, or of a negative number that stands for none. */
  private long idOf(int event) {
    return event < 0 ? event : idOf(rows[event * ROW + WHO]);
  }

  private long idOf(long who) {
    return mix((bitsOfThread((int) (who >> 32)) + (int) who) * 0x9E3779B97F4A7C15L);
  }

  private long bitsOfThread(int thread) {
    long[] known = threadBits;
    if (thread >= 0 && thread < known.length && known[thread] != 0) {
      return known[thread];
    }
    long bits = meanings.ofThread(thread);
    if (thread >= 0) {
      threadBits = with(known, thread, bits);
    }
    return bits;
  }

  private long bitsOfObject(int object) {
    long[] known = objectBits;
    if (object >= 0 && object < known.length && known[object] != 0) {
      return known[object];
    }
    long bits = meanings.ofObject(object);
    if (object >= 0) {
      objectBits = with(known, object, bits);
    }
    return bits;
  }

  private static long[] with(long[] known, int number, long bits) {
    long[] all = known;
    if (number >= all.length) {
      all = Arrays.copyOf(all, Math.max(2 * all.length, number + 1));
    }
    all[number] = bits;
    return all;
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
}
