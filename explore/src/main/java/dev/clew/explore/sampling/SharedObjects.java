package dev.clew.explore.sampling;

import dev.clew.trace.Dependence;
import dev.clew.trace.Trace;
import java.util.Arrays;

/** The objects of an execution that several threads accessed, and not only read. */
final class SharedObjects {
  /** Stands for all operations, whatever they access. */
  static final int ALL = -2;

  private static final int SHARED = -3;

  /** The thread that accessed an object, or {@link #SHARED}; the modes of all accesses. */
  private int[] owner = new int[16];

  private int[] modes = new int[16];

  /** In which call an object was seen last. */
  private long[] seenIn = new long[16];

  private long call;
  private int[] shared = new int[16];
  private int count;

  /** Any of those of an execution, or, half as likely as each of them, {@link #ALL}. */
  int draw(Trace trace, Dice dice) {
    find(trace);
    int drawn = dice.below(2 * count + 1) / 2;
    return drawn == count ? ALL : shared[drawn];
  }

  private void find(Trace trace) {
    call++;
    count = 0;
    for (int i = 0; i < trace.size(); i++) {
      int object = trace.object(i);
      if (object >= 0) {
        note(object, trace.thread(i), Dependence.first(trace.modes(i)));
      }
    }
  }

  private void note(int object, int thread, int mode) {
    if (object >= owner.length) {
      int capacity = Math.max(2 * owner.length, object + 1);
      owner = Arrays.copyOf(owner, capacity);
      modes = Arrays.copyOf(modes, capacity);
      seenIn = Arrays.copyOf(seenIn, capacity);
    }
    if (seenIn[object] != call) {
      seenIn[object] = call;
      owner[object] = thread;
      modes[object] = mode;
      return;
    }
    boolean wasShared = owner[object] == SHARED && modes[object] == Dependence.WRITE;
    owner[object] = owner[object] == thread ? thread : SHARED;
    modes[object] |= mode;
    if (!wasShared && owner[object] == SHARED && modes[object] == Dependence.WRITE) {
      add(object);
    }
  }

  private void add(int object) {
    if (count == shared.length) {
      shared = Arrays.copyOf(shared, 2 * count);
    }
    shared[count++] = object;
  }
}
