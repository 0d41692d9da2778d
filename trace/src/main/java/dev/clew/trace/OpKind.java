package dev.clew.trace;

/**
 * The kinds of visible operation: the whole of what one thread can notice of another.
 *
 * <p>How each kind accesses its objects, and therefore which operations depend on each other, is
 * stated in {@link Dependence} and nowhere else. Richer primitives are expressed through these: a
 * latch is a semaphore, a timed operation is the plain one plus {@link #TIMEOUT}, a barrier is
 * {@link #ARRIVE} and {@link #PASS}.
 */
public enum OpKind {
  /** Reads a variable. */
  READ,
  /** Writes a variable. */
  WRITE,
  /** Reads and writes a variable in one step (fetch-and-add, exchange). */
  READ_MODIFY_WRITE,
  /** Compare-and-set; one that fails is a read. */
  COMPARE_AND_SET,

  /** Acquires a mutex; blocks while another thread holds it. */
  LOCK,
  /** Releases a mutex; {@link Trace#link} is the event that acquired it. */
  UNLOCK,
  /** Acquires a mutex if it is free; one that fails is a read of the mutex. */
  TRY_LOCK,

  /**
   * Releases a mutex and joins the wait set of a condition; {@link Trace#link} is the event that
   * acquired the mutex.
   */
  WAIT,
  /** Acquires the mutex again after a wait; {@link Trace#link} is the event that ended the wait. */
  REACQUIRE,
  /** Ends the wait of one waiter, chosen by the label; with no waiter it only looks. */
  NOTIFY,
  /** Ends the wait of every waiter; with no waiter it only looks. */
  NOTIFY_ALL,
  /**
   * A waiter that was interrupted leaves the wait set by itself and clears its interrupt status.
   */
  CANCEL_WAIT,

  /** Takes the permit of the own thread; blocks until there is one or the thread is interrupted. */
  PARK,
  /** Gives the permit to a thread. */
  UNPARK,
  /** Sets the interrupt status of a thread. */
  INTERRUPT,
  /** Reads the own interrupt status and clears it. */
  TEST_INTERRUPT,

  /** Starts the target thread. */
  START,
  /** Waits for the end of the target thread. */
  JOIN,
  /** The last event of a thread; front ends emit it only where something can observe it. */
  END,
  /** Asks whether the target thread has ended. */
  IS_ALIVE,
  /** Gives way; accesses nothing. */
  YIELD,
  /** Takes a value from a small range, by the label. */
  CHOICE,
  /**
   * Time passes: nothing else can run, and the timed operation of the thread in the label gives up.
   */
  TIMEOUT,

  /** Takes {@link Trace#amount} permits of a semaphore; blocks until there are as many. */
  ACQUIRE,
  /** Takes permits if there are enough; one that fails only looks. */
  TRY_ACQUIRE,
  /** Gives permits to a semaphore. */
  RELEASE,

  /** Acquires a read-write lock for reading; blocks while another thread writes. */
  READ_LOCK,
  /** Acquires for reading if no other thread writes. */
  TRY_READ_LOCK,
  /** Releases a read hold; {@link Trace#link} is the event that acquired it. */
  READ_UNLOCK,
  /** Acquires a read-write lock for writing; blocks while anybody holds it. */
  WRITE_LOCK,
  /** Acquires for writing if nobody holds the lock. */
  TRY_WRITE_LOCK,
  /** Releases the write hold; {@link Trace#link} is the event that acquired it. */
  WRITE_UNLOCK,

  /** Arrives at a barrier; never blocks, the arrival index is its result. */
  ARRIVE,
  /** Goes on after a barrier; {@link Trace#link} is the arrival that opened it. */
  PASS;

  private static final OpKind[] BY_CODE = values();

  /**
   * The kind with the given code; the code is the ordinal, as stored in the columns of a {@link
   * Trace}.
   */
  public static OpKind of(int code) {
    return BY_CODE[code];
  }

  /** The number by which the columns of a {@link Trace} name this kind. */
  public int code() {
    return ordinal();
  }
}
