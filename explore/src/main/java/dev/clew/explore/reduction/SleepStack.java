package dev.clew.explore.reduction;

import dev.clew.trace.HappensBefore;
import dev.clew.trace.Renumbering;
import dev.clew.trace.SleepSet;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The sleep sets at every depth of the current execution, on one stack.
 *
 * <p>The set of depth d is {@code entries from[d] .. to[d]-1}: what was asleep before and is
 * independent of the event that led here, then the events explored from here already. Only the
 * deepest set can grow.
 */
final class SleepStack {
  private final EventColumns events = new EventColumns();
  private int[] from = new int[16];
  private int[] to = new int[16];
  private int[] inherited = new int[16];

  /** Makes the set of depth+1: what sleeps at depth and does not depend on the given event. */
  void descend(int depth, int byThread, int byObject, int byOther, int byModes) {
    ensureDepth(depth + 1);
    int top = to[depth];
    from[depth + 1] = top;
    for (int s = from[depth], end = top; s < end; s++) {
      if (!events.dependsOn(s, byThread, byObject, byOther, byModes)) {
        events.copy(s, top++);
      }
    }
    to[depth + 1] = top;
    inherited[depth + 1] = top;
  }

  /** Makes the set of depth+1 after the event of the trace at depth. */
  void descend(int depth, Trace trace) {
    descend(
        depth, trace.thread(depth), trace.object(depth), trace.other(depth), trace.modes(depth));
  }

  /** Adds the event of the trace at depth to the set of that depth, which becomes the deepest. */
  void push(int depth, Trace trace, HappensBefore order) {
    events.set(to[depth]++, trace, order, depth);
  }

  /** Adds an event of other columns to the set of a depth, which becomes the deepest. */
  void add(int depth, EventColumns source, int slot) {
    events.copy(source, slot, to[depth]++);
  }

  /** Takes back what was added to the set of a depth beyond its first {@code count} events. */
  void shrink(int depth, int count) {
    to[depth] = from[depth] + count;
  }

  /** The events; the entries of a depth are the slots from {@link #from} to {@link #to}. */
  EventColumns events() {
    return events;
  }

  int from(int depth) {
    return from[depth];
  }

  int to(int depth) {
    return to[depth];
  }

  /** How many events have been explored from this depth, the current one not counted. */
  int explored(int depth) {
    return to[depth] - inherited[depth];
  }

  boolean isEmpty(int depth) {
    return from[depth] == to[depth];
  }

  /** Whether some operation of a thread sleeps at this depth. */
  boolean sleeps(int depth, int thread) {
    for (int s = from[depth]; s < to[depth]; s++) {
      if (events.thread(s) == thread) {
        return true;
      }
    }
    return false;
  }

  /** Whether the operation of a thread sleeps at this depth with this label. */
  boolean sleeps(int depth, int thread, int label) {
    for (int s = from[depth]; s < to[depth]; s++) {
      if (events.thread(s) == thread && events.label(s) == label) {
        return true;
      }
    }
    return false;
  }

  /** Copies the set of a depth into one for a schedule. */
  void copyTo(SleepSet target, int depth) {
    target.clear();
    for (int s = from[depth]; s < to[depth]; s++) {
      target.add(
          events.thread(s), events.object(s), events.other(s), events.modes(s), events.label(s));
    }
  }

  /** Writes the events that were explored from a depth, the current one not counted. */
  void saveExplored(int depth, DataOutput out) throws IOException {
    out.writeInt(explored(depth));
    for (int s = inherited[depth]; s < to[depth]; s++) {
      events.save(s, out);
    }
  }

  /** The first of the events that were explored from a depth. */
  int exploredFrom(int depth) {
    return inherited[depth];
  }

  /** Writes the set of a depth. */
  void save(int depth, DataOutput out) throws IOException {
    out.writeInt(to[depth] - from[depth]);
    out.writeInt(explored(depth));
    for (int s = from[depth]; s < to[depth]; s++) {
      events.save(s, out);
    }
  }

  /** Reads the set of a depth, above the sets of the depths before it. */
  void restore(int depth, DataInput in) throws IOException {
    restore(depth, in, Renumbering.NONE);
  }

  /** Reads a set that was written where numbers may mean something else. */
  void restore(int depth, DataInput in, Renumbering numbers) throws IOException {
    ensureDepth(depth);
    from[depth] = depth == 0 ? 0 : to[depth - 1];
    to[depth] = from[depth];
    int count = in.readInt();
    int explored = in.readInt();
    for (int k = 0; k < count; k++) {
      events.restore(to[depth]++, in, numbers);
    }
    inherited[depth] = to[depth] - explored;
  }

  private void ensureDepth(int depth) {
    if (depth >= from.length) {
      int capacity = Math.max(2 * from.length, depth + 1);
      from = Arrays.copyOf(from, capacity);
      to = Arrays.copyOf(to, capacity);
      inherited = Arrays.copyOf(inherited, capacity);
    }
  }
}
