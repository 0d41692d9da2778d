package dev.clew.jvm.run;

import java.util.Arrays;

/** The threads that wait at a condition until another one ends their wait. */
public final class WaitSet implements Alternatives {
  /** The number of the condition. */
  public final int number;

  private ProgramThread[] waiters = new ProgramThread[2];
  private int size;

  public WaitSet(int number) {
    this.number = number;
  }

  public int size() {
    return size;
  }

  /** The i-th waiter, in the order of thread numbers. */
  public ProgramThread get(int i) {
    return waiters[i];
  }

  public void add(ProgramThread thread) {
    if (size == waiters.length) {
      waiters = Arrays.copyOf(waiters, 2 * size);
    }
    int i = size++;
    while (i > 0 && waiters[i - 1].number > thread.number) {
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

  /** The waiter with this number; the first one if negative; null if there is none. */
  @org.jspecify.annotations.Nullable
  ProgramThread find(int thread) {
    for (int i = 0; i < size; i++) {
      if (thread < 0 || waiters[i].number == thread) {
        return waiters[i];
      }
    }
    return null;
  }

  @Override
  public void addTo(Labels labels) {
    for (int i = 0; i < size; i++) {
      labels.add(waiters[i].number);
    }
  }
}
