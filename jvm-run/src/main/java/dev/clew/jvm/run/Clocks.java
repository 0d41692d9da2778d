package dev.clew.jvm.run;

import java.util.Arrays;

/**
 * What was released on each object, and by each event that others wait for: happens-before by
 * synchronisation, as the Java memory model has it.
 *
 * <p>Clocks are addressed by object number; those of an earlier execution are taken as empty.
 */
public final class Clocks {
  private int[][] released = new int[16][];
  private int[] length = new int[16];
  private long[] stamp = new long[16];
  private long execution;

  public void begin(long newExecution) {
    execution = newExecution;
  }

  /** What was released on the object happened before all that the thread does from now on. */
  public void acquire(ProgramThread thread, int object) {
    if (object < stamp.length && stamp[object] == execution) {
      thread.join(released[object], length[object]);
    }
  }

  /** What was released on the object will have happened before what follows an acquire fence. */
  void find(ProgramThread thread, int object) {
    if (object >= stamp.length || stamp[object] != execution) {
      return;
    }
    int[] found = thread.found == null ? new int[length[object]] : thread.found;
    if (found.length < length[object]) {
      found = Arrays.copyOf(found, length[object]);
    }
    for (int t = 0; t < length[object]; t++) {
      found[t] = Math.max(found[t], released[object][t]);
    }
    thread.found = found;
  }

  /** All that the thread did so far happens before what acquires the object later. */
  public void release(ProgramThread thread, int object) {
    publish(thread.clock, object);
    thread.clock[thread.number]++;
  }

  /** The same for what it did before its last release fence, if it had one. */
  void releaseFenced(ProgramThread thread, int object) {
    int[] fenced = thread.fenced;
    if (fenced != null) {
      publish(fenced, object);
    }
  }

  private void publish(int[] clock, int object) {
    if (object >= stamp.length) {
      grow(object);
    }
    int[] mine = released[object];
    if (mine == null || mine.length < clock.length) {
      mine = mine == null ? new int[clock.length] : Arrays.copyOf(mine, clock.length);
      released[object] = mine;
    }
    if (stamp[object] != execution) {
      stamp[object] = execution;
      System.arraycopy(clock, 0, mine, 0, clock.length);
      length[object] = clock.length;
    } else {
      if (length[object] < clock.length) {
        Arrays.fill(mine, length[object], clock.length, 0);
        length[object] = clock.length;
      }
      for (int t = 0; t < clock.length; t++) {
        if (mine[t] < clock[t]) {
          mine[t] = clock[t];
        }
      }
    }
  }

  /** Adds the objects on which was released what a thread did at that time. */
  void addThoseAfter(StateLook look, int thread, int time) {
    for (int object = 0; object < stamp.length; object++) {
      boolean isAfter =
          stamp[object] == execution && thread < length[object] && released[object][thread] >= time;
      if (isAfter) {
        look.add(object);
      }
    }
    look.add(-1);
  }

  /** Forgets what was released on the object. */
  public void clear(int object) {
    if (object < stamp.length) {
      stamp[object] = -1;
    }
  }

  private void grow(int object) {
    int capacity = Math.max(2 * stamp.length, object + 1);
    released = Arrays.copyOf(released, capacity);
    length = Arrays.copyOf(length, capacity);
    int old = stamp.length;
    stamp = Arrays.copyOf(stamp, capacity);
    Arrays.fill(stamp, old, capacity, -1);
  }
}
