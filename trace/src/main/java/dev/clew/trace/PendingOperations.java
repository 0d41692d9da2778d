package dev.clew.trace;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The operations on which the threads that have not ended are blocked, at the end of an execution;
 * in thread order.
 */
public final class PendingOperations {
  /** The amount of a thread that goes round and looks at the clock: no thread decides its end. */
  public static final int FOR_TIME = -1;

  private int size;
  private int[] thread = new int[8];
  private int[] kind = new int[8];
  private int[] object = new int[8];
  private int[] amount = new int[8];
  private int[] link = new int[8];
  private int[] target = new int[8];
  private int[] position = new int[8];
  private final BitSet idle = new BitSet();
  private int[] behind = new int[8];

  void clear() {
    size = 0;
    idle.clear();
  }

  /** The thread that was added last only waits for work: nobody misses what it would do. */
  public void markIdle() {
    idle.set(size - 1);
  }

  /** Whether the i-th blocked thread only waits for work. */
  public boolean isIdle(int i) {
    return idle.get(i);
  }

  /**
   * Records that a thread is blocked.
   *
   * @param newKind the kind of the event that cannot happen; a thread in a wait set is pending on
   *     {@code REACQUIRE}, with {@code newTarget} the condition until something ended its wait, and
   *     -1 from then on
   * @param newObject the object it is blocked on (for a join -1)
   * @param newAmount permits wanted of a semaphore; {@link #FOR_TIME} of a loop that looks at the
   *     clock
   * @param newLink the event that ended its wait, -1 if none
   * @param newTarget the thread it joins, or the condition whose wait set it is in, -1 if none
   */
  public void add(
      int newThread,
      OpKind newKind,
      int newObject,
      int newAmount,
      int newLink,
      int newTarget,
      int sourcePosition) {
    int i = size;
    if (i == thread.length) {
      int capacity = 2 * i;
      thread = Arrays.copyOf(thread, capacity);
      kind = Arrays.copyOf(kind, capacity);
      object = Arrays.copyOf(object, capacity);
      amount = Arrays.copyOf(amount, capacity);
      link = Arrays.copyOf(link, capacity);
      target = Arrays.copyOf(target, capacity);
      position = Arrays.copyOf(position, capacity);
      behind = Arrays.copyOf(behind, capacity);
    }
    thread[i] = newThread;
    kind[i] = newKind.code();
    object[i] = newObject;
    amount[i] = newAmount;
    link[i] = newLink;
    target[i] = newTarget;
    position[i] = sourcePosition;
    behind[i] = Trace.NONE;
    size = i + 1;
  }

  /** Records the step of an alike thread that the last operation added has to wait for. */
  public void setBehind(int event) {
    behind[size - 1] = event;
  }

  /** The number of blocked threads. */
  public int size() {
    return size;
  }

  /** The i-th blocked thread. */
  public int thread(int i) {
    return thread[i];
  }

  /** The code of the kind of event the i-th blocked thread cannot do. */
  public int kind(int i) {
    return kind[i];
  }

  /** The object it is blocked on, -1 if none. */
  public int object(int i) {
    return object[i];
  }

  /** How many permits it wants. */
  public int amount(int i) {
    return amount[i];
  }

  /** The event that ended its wait, -1 if none. */
  public int link(int i) {
    return link[i];
  }

  /** The thread it joins or the condition whose wait set it is in, -1 if none. */
  public int target(int i) {
    return target[i];
  }

  /**
   * The step of an alike thread that the blocked operation had to wait for, {@link Trace#NONE} if
   * there is none, {@link AlikeThreads#HELD} if that step did not come.
   */
  public int behind(int i) {
    return behind[i];
  }

  /** The source position of the blocked operation. */
  public int position(int i) {
    return position[i];
  }
}
