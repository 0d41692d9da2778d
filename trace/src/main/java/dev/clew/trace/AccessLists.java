package dev.clew.trace;

import java.util.Arrays;

/**
 * For every object the events of a trace that access it, in trace order, with what is asked of them
 * most: the last write, the last acquisition. Entering and leaving an event takes constant time.
 */
final class AccessLists {
  private static final int LOCK = OpKind.LOCK.code();
  private static final int REACQUIRE = OpKind.REACQUIRE.code();
  private static final int TRY_LOCK = OpKind.TRY_LOCK.code();

  private final Trace trace;

  private int[] lastWrite = new int[0];
  private int[] lastAcquire = new int[0];
  private int[] shareCount = new int[0];
  private int[] count = new int[0];
  private int[][] events = new int[0][];

  /** Per event: what to restore when it leaves. */
  private int[] previousWrite1 = new int[0];

  private int[] previousWrite2 = new int[0];
  private int[] previousAcquire = new int[0];

  AccessLists(Trace trace) {
    this.trace = trace;
  }

  /** The last event that accesses an object in mode WRITE, -1 if none. */
  int lastWrite(int object) {
    return lastWrite[object];
  }

  /** The latest acquisition of a mutex, -1 if none. */
  int lastAcquire(int object) {
    return lastAcquire[object];
  }

  /** Whether some event accesses an object in mode SHARE. */
  boolean isShared(int object) {
    return shareCount[object] > 0;
  }

  /** The number of events that access an object. */
  int count(int object) {
    return object < count.length ? count[object] : 0;
  }

  /** The p-th event that accesses an object, from 0. */
  int event(int object, int p) {
    return events[object][p];
  }

  /** The place of the first access of an object after event i; its count if there is none. */
  int firstAfter(int object, int i) {
    int[] list = events[object];
    int low = 0;
    int high = count[object];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (list[middle] <= i) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Adds event i to the lists of its objects. */
  void enter(int i, int kind, int first, int second) {
    int modes = trace.modes(i);
    if (first >= 0) {
      previousWrite1[i] = lastWrite[first];
      previousAcquire[i] = lastAcquire[first];
      int mode = Dependence.first(modes);
      add(i, first, mode);
      if (kind == LOCK || kind == REACQUIRE || (kind == TRY_LOCK && mode == Dependence.WRITE)) {
        lastAcquire[first] = i;
      }
    }
    if (second >= 0) {
      previousWrite2[i] = lastWrite[second];
      add(i, second, Dependence.second(modes));
    }
  }

  /** Takes event i, the last one, out of the lists of its objects. */
  void leave(int i) {
    int modes = trace.modes(i);
    int second = trace.other(i);
    if (second >= 0) {
      remove(second, Dependence.second(modes), previousWrite2[i]);
    }
    int first = trace.object(i);
    if (first >= 0) {
      remove(first, Dependence.first(modes), previousWrite1[i]);
      lastAcquire[first] = previousAcquire[i];
    }
  }

  private void add(int i, int object, int mode) {
    int[] list = events[object];
    int n = count[object]++;
    if (n == list.length) {
      list = events[object] = Arrays.copyOf(list, 2 * n);
    }
    list[n] = i;
    if (mode == Dependence.WRITE) {
      lastWrite[object] = i;
    } else if (mode == Dependence.SHARE) {
      shareCount[object]++;
    }
  }

  private void remove(int object, int mode, int previousWrite) {
    count[object]--;
    lastWrite[object] = previousWrite;
    if (mode == Dependence.SHARE) {
      shareCount[object]--;
    }
  }

  void growEvents(int capacity) {
    previousWrite1 = Arrays.copyOf(previousWrite1, capacity);
    previousWrite2 = Arrays.copyOf(previousWrite2, capacity);
    previousAcquire = Arrays.copyOf(previousAcquire, capacity);
  }

  void ensureObjects(int objects) {
    int have = lastWrite.length;
    if (objects <= have) {
      return;
    }
    int capacity = have == 0 ? objects : Math.max(objects, 2 * have);
    lastWrite = Arrays.copyOf(lastWrite, capacity);
    lastAcquire = Arrays.copyOf(lastAcquire, capacity);
    shareCount = Arrays.copyOf(shareCount, capacity);
    count = Arrays.copyOf(count, capacity);
    events = Arrays.copyOf(events, capacity);
    for (int o = have; o < capacity; o++) {
      lastWrite[o] = -1;
      lastAcquire[o] = -1;
      events[o] = new int[4];
    }
  }
}
