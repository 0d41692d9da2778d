package dev.clew.jvm.run;

import java.util.Arrays;

/** The threads that wait at a condition until another one ends their wait. */
public final class WaitSet implements Alternatives {
  /** The number of the condition. */
  public final int number;

  /** Whether the thread that has waited longest is notified, instead of any. */
  final boolean isInOrder;

  private ProgramThread[] waiters = new ProgramThread[2];
  private int size;

  public WaitSet(int number, boolean isInOrder) {
    this.number = number;
    this.isInOrder = isInOrder;
  }

  public int size() {
    return size;
  }

  /** The i-th waiter, in the order in which they came or, if that does not matter, of numbers. */
  public ProgramThread get(int i) {
    return waiters[i];
  }

  public void add(ProgramThread thread) {
    if (size == waiters.length) {
      waiters = Arrays.copyOf(waiters, 2 * size);
    }
    int i = size++;
    while (!isInOrder && i > 0 && waiters[i - 1].number > thread.number) {
      waiters[i] = waiters[i - 1];
      i--;
    }
    waiters[i] = thread;
    thread.waitsIn = this;
  }

  /** Ends the wait of a thread. */
  public void remove(ProgramThread thread, int event, boolean cancelled) {
    int i = 0;
    while (waiters[i] != thread) {
      i++;
    }
    System.arraycopy(waiters, i + 1, waiters, i, size - i - 1);
    size--;
    thread.waitsIn = null;
    thread.endedBy = event;
    thread.wasCancelled = cancelled;
  }

  /** The waiter with this number, the first one if negative; null if it cannot be notified. */
  @org.jspecify.annotations.Nullable
  ProgramThread find(int thread) {
    for (int i = 0, candidates = candidates(); i < candidates; i++) {
      if (thread < 0 || waiters[i].number == thread) {
        return waiters[i];
      }
    }
    return null;
  }

  @Override
  public void addTo(Labels labels) {
    for (int i = 0, candidates = candidates(); i < candidates; i++) {
      labels.add(waiters[i].number);
    }
  }

  /** How many waiters, from the first on, one notify may choose from. */
  private int candidates() {
    return isInOrder ? Math.min(1, size) : size;
  }
}
