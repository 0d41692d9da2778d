package dev.clew.trace;

/**
 * Decides how an execution goes on, from the state it is in.
 *
 * <p>A front end whose {@link Schedule} has a guide asks it before each event after the prefix,
 * when every thread stands at a visible operation or has ended; it has offered the enabled threads
 * to the trace then. It also asks when no thread is enabled, so that the guide gets to know how the
 * execution ends.
 *
 * <p>Two states with the same fingerprint must be alike in all that can show later, whatever led to
 * them: what every thread would do, which operations follow, fail or block, and which data races
 * show. Where a front end does not know this of a state its fingerprint is unknown, and two such
 * states are different ones.
 */
public interface Guide {
  /** Ends the execution here, with {@link Ending#KNOWN_STATE}. */
  int STOP = -1;

  /** Both halves of the fingerprint of a state that is not known to be like another one. */
  long UNKNOWN = 0;

  /**
   * Tells that the program may end in the state about which the guide is asked next: whoever goes
   * on there is left.
   */
  default void mayEnd() {}

  /**
   * The thread that goes on, one of those the trace was {@linkplain Trace#nextEnabled offered}, or
   * {@link #STOP}.
   *
   * @param trace the events so far
   * @param high one half of the fingerprint of the state, {@link #UNKNOWN} if both halves are
   * @param low the other half
   */
  int next(Trace trace, long high, long low);

  /** The alternative that thread is to take, {@link Schedule#ANY_LABEL} if any will do. */
  int label();
}
