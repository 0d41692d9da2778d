package dev.clew.trace;

import java.util.Arrays;

/**
 * The turns that threads got without an operation to do: a thread that was started, or whose
 * operation gave up, runs on to where it stands next.
 *
 * <p>In which order they do that is nobody's business as long as nothing races. Where plain
 * accesses race it decides what the execution shows, and the operations alone do not say it.
 */
public final class LocalTurns {
  private int size;
  private int[] events = new int[4];
  private int[] thread = new int[4];

  void clear() {
    size = 0;
  }

  /** A thread gets a turn after so many events. */
  void add(int eventsBefore, int newThread) {
    if (size == events.length) {
      events = Arrays.copyOf(events, 2 * size);
      thread = Arrays.copyOf(thread, 2 * size);
    }
    events[size] = eventsBefore;
    thread[size++] = newThread;
  }

  /** The number of turns. */
  public int size() {
    return size;
  }

  /** How many events came before turn i; never fewer than before the one before. */
  public int events(int i) {
    return events[i];
  }

  /** The thread that got turn i. */
  public int thread(int i) {
    return thread[i];
  }
}
