package dev.clew.explore.reduction;

import dev.clew.trace.Dependence;
import dev.clew.trace.SleepSet;
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
  private int[] from = new int[16];
  private int[] to = new int[16];
  private int[] inherited = new int[16];

  private int[] thread = new int[16];
  private int[] index = new int[16];
  private int[] object = new int[16];
  private int[] other = new int[16];
  private int[] modes = new int[16];
  private int[] label = new int[16];

  /** Makes the set of depth 0 empty. */
  void clear() {
    from[0] = 0;
    to[0] = 0;
    inherited[0] = 0;
  }

  /** Makes the set of depth+1: what sleeps at depth and does not depend on the given event. */
  void descend(int depth, int byThread, int byObject, int byOther, int byModes) {
    ensureDepth(depth + 1);
    int top = to[depth];
    from[depth + 1] = top;
    for (int s = from[depth], end = top; s < end; s++) {
      if (thread[s] != byThread
          && !Dependence.conflict(object[s], other[s], modes[s], byObject, byOther, byModes)) {
        copy(s, top++);
      }
    }
    to[depth + 1] = top;
    inherited[depth + 1] = top;
  }

  /** Adds an event to the set of a depth, which becomes the deepest. */
  void push(
      int depth,
      int newThread,
      int newIndex,
      int newObject,
      int newOther,
      int newModes,
      int newLabel) {
    int s = to[depth]++;
    ensure(s);
    thread[s] = newThread;
    index[s] = newIndex;
    object[s] = newObject;
    other[s] = newOther;
    modes[s] = newModes;
    label[s] = newLabel;
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

  /** Writes the set of a depth. */
  void save(int depth, DataOutput out) throws IOException {
    out.writeInt(to[depth] - from[depth]);
    out.writeInt(explored(depth));
    for (int s = from[depth]; s < to[depth]; s++) {
      out.writeInt(thread[s]);
      out.writeInt(index[s]);
      out.writeInt(object[s]);
      out.writeInt(other[s]);
      out.writeInt(modes[s]);
      out.writeInt(label[s]);
    }
  }

  /** Reads the set of a depth, above the sets of the depths before it. */
  void restore(int depth, DataInput in) throws IOException {
    ensureDepth(depth);
    from[depth] = depth == 0 ? 0 : to[depth - 1];
    to[depth] = from[depth];
    int count = in.readInt();
    int explored = in.readInt();
    for (int k = 0; k < count; k++) {
      push(
          depth,
          in.readInt(),
          in.readInt(),
          in.readInt(),
          in.readInt(),
          in.readInt(),
          in.readInt());
    }
    inherited[depth] = to[depth] - explored;
  }

  int thread(int s) {
    return thread[s];
  }

  int index(int s) {
    return index[s];
  }

  int object(int s) {
    return object[s];
  }

  int other(int s) {
    return other[s];
  }

  int modes(int s) {
    return modes[s];
  }

  int label(int s) {
    return label[s];
  }

  /** Whether some operation of a thread sleeps at this depth. */
  boolean sleeps(int depth, int askedThread) {
    for (int s = from[depth]; s < to[depth]; s++) {
      if (thread[s] == askedThread) {
        return true;
      }
    }
    return false;
  }

  /** Whether the operation of a thread sleeps at this depth with this label. */
  boolean sleeps(int depth, int askedThread, int askedLabel) {
    for (int s = from[depth]; s < to[depth]; s++) {
      if (thread[s] == askedThread && label[s] == askedLabel) {
        return true;
      }
    }
    return false;
  }

  boolean isEmpty(int depth) {
    return from[depth] == to[depth];
  }

  /** Copies the set of a depth into one for a schedule. */
  void copyTo(SleepSet target, int depth) {
    target.clear();
    for (int s = from[depth]; s < to[depth]; s++) {
      target.add(thread[s], object[s], other[s], modes[s], label[s]);
    }
  }

  private void copy(int s, int target) {
    ensure(target);
    thread[target] = thread[s];
    index[target] = index[s];
    object[target] = object[s];
    other[target] = other[s];
    modes[target] = modes[s];
    label[target] = label[s];
  }

  private void ensureDepth(int depth) {
    if (depth >= from.length) {
      int capacity = Math.max(2 * from.length, depth + 1);
      from = Arrays.copyOf(from, capacity);
      to = Arrays.copyOf(to, capacity);
      inherited = Arrays.copyOf(inherited, capacity);
    }
  }

  private void ensure(int s) {
    if (s >= thread.length) {
      int capacity = 2 * thread.length;
      thread = Arrays.copyOf(thread, capacity);
      index = Arrays.copyOf(index, capacity);
      object = Arrays.copyOf(object, capacity);
      other = Arrays.copyOf(other, capacity);
      modes = Arrays.copyOf(modes, capacity);
      label = Arrays.copyOf(label, capacity);
    }
  }
}
