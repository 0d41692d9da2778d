package dev.clew.trace;

/**
 * What threads may still do from a point of the program on, as far as its code tells: perhaps more
 * than they will, never less.
 *
 * <p>A prospect is a number; that of the thread of event i, right after i, is {@link
 * Trace#prospect}. "Near" is what the thread may do before its next visible operation. Questions
 * about plain locations leave out those that are visible: their races are known.
 */
public interface Prospects {
  /** In the place of a number of threads: nobody can tell. */
  int UNKNOWN = -1;

  /** The prospect of a thread that has done nothing yet. */
  int ofThread(int thread);

  /** Whether a thread runs without being started. */
  boolean runsByItself(int thread);

  /** How many threads may be started, {@link #UNKNOWN} if nobody can tell which. */
  int startCount(int prospect);

  /** The k-th thread that may be started. */
  int started(int prospect, int k);

  /**
   * Whether threads with these prospects may access one plain location, one of them writing,
   * without a mutex that both hold.
   *
   * @param isNear whether the first is to be asked for what is near only
   * @param isOtherNear the same of the second
   */
  boolean mayRace(int prospect, boolean isNear, int other, boolean isOtherNear);

  /**
   * Whether a thread may read, nearby, a plain location that one with the other prospect writes.
   */
  boolean mayDisturb(int prospect, int writer);

  /** Whether a thread may still do an operation that depends on an event of the trace. */
  boolean mayDependOn(int prospect, Trace trace, int event);

  // --- the plain accesses of the last execution, in its order

  /** How many there were. */
  int passedCount();

  /** The thread of access k. */
  int passedThread(int k);

  /** How many visible operations came before access k. */
  int passedEvents(int k);

  /**
   * Whether access k and a thread with this prospect may access one plain location, one of them
   * writing, without a mutex that both hold.
   *
   * @param held the mutexes that the thread of access k held, the first {@code heldCount} of them
   */
  boolean mayRaceWithPassed(int k, int[] held, int heldCount, int prospect, boolean isNear);
}
