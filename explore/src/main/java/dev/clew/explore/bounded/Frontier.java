package dev.clew.explore.bounded;

import java.util.Arrays;

/**
 * A search over cuts of a trace, each with the thread that was last: all that are reached with some
 * number of preemptions come before those that need one more.
 */
final class Frontier {
  private final CutTable reached = new CutTable();
  private int threads;
  private int[] next = new int[0];
  private int[] now = new int[64];
  private int nowSize;
  private int[] later = new int[64];
  private int laterSize;

  /** Begins with the empty cut, which {@code cut} is set to. */
  void begin(int newThreads, int[] cut) {
    threads = newThreads;
    if (next.length < threads + 1) {
      next = new int[threads + 1];
    }
    reached.clear(threads + 1);
    nowSize = 0;
    laterSize = 0;
    Arrays.fill(cut, 0, threads, 0);
    cut[threads] = -1;
    enter(reached.add(cut));
  }

  /** How many numbers are kept. */
  long numbers() {
    return (long) reached.size() * (threads + 1);
  }

  /** Whether a cut is left that needs no further preemption. */
  boolean hasNext() {
    return nowSize > 0;
  }

  /** Sets {@code cut} to a cut that is left, and the thread that was last. */
  void next(int[] cut) {
    reached.copyTo(cut, now[--nowSize]);
  }

  /** Adds the cut that has one more event of a thread. */
  void extend(int[] cut, int thread, boolean preempts) {
    System.arraycopy(cut, 0, next, 0, threads);
    next[thread]++;
    next[threads] = thread;
    int row = reached.add(next);
    if (preempts) {
      if (laterSize == later.length) {
        later = Arrays.copyOf(later, 2 * laterSize);
      }
      later[laterSize++] = row;
    } else if (!enter(row)) {
      reached.dropLast();
    }
  }

  /** Goes on with the cuts that need one more preemption. */
  void preempt() {
    for (int k = 0; k < laterSize; k++) {
      enter(later[k]);
    }
    laterSize = 0;
  }

  private boolean enter(int row) {
    if (!reached.enter(row)) {
      return false;
    }
    if (nowSize == now.length) {
      now = Arrays.copyOf(now, 2 * nowSize);
    }
    now[nowSize++] = row;
    return true;
  }
}
