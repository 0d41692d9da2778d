package dev.clew.trace;

import java.util.Arrays;

/**
 * The accesses of one execution to plain locations that are not (yet) visible operations, in order.
 *
 * <p>A race detector judges them; the search does not see them. {@link #eventsBefore} places each
 * among the visible operations.
 */
public final class WatchedAccesses {
  private int size;
  private int[] eventsBefore = new int[16];
  private int[] thread = new int[16];
  private int[] object = new int[16];
  private int[] position = new int[16];
  private boolean[] write = new boolean[16];

  void clear() {
    size = 0;
  }

  /** Records an access that happens after the first {@code events} visible operations. */
  public void add(int events, int newThread, int newObject, boolean isWrite, int sourcePosition) {
    int i = size;
    if (i == thread.length) {
      int capacity = 2 * i;
      eventsBefore = Arrays.copyOf(eventsBefore, capacity);
      thread = Arrays.copyOf(thread, capacity);
      object = Arrays.copyOf(object, capacity);
      position = Arrays.copyOf(position, capacity);
      write = Arrays.copyOf(write, capacity);
    }
    eventsBefore[i] = events;
    thread[i] = newThread;
    object[i] = newObject;
    position[i] = sourcePosition;
    write[i] = isWrite;
    size = i + 1;
  }

  /** The number of accesses. */
  public int size() {
    return size;
  }

  /** How many visible operations came before access i. */
  public int eventsBefore(int i) {
    return eventsBefore[i];
  }

  /** The thread of access i. */
  public int thread(int i) {
    return thread[i];
  }

  /** The location of access i. */
  public int object(int i) {
    return object[i];
  }

  /** The source position of access i. */
  public int position(int i) {
    return position[i];
  }

  /** Whether access i writes. */
  public boolean isWrite(int i) {
    return write[i];
  }
}
