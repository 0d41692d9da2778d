package dev.clew.trace;

/**
 * A data race that a front end noticed while it ran: two accesses of a plain location by different
 * threads, one of them a write, that synchronisation does not order.
 *
 * @param location the plain location
 * @param firstThread the thread of the earlier access
 * @param firstWrites whether the earlier access writes
 * @param firstPosition the source position of the earlier access
 * @param secondThread the thread of the later access, with which the race shows
 * @param secondWrites whether the later access writes
 * @param secondPosition the source position of the later access
 * @param events how many visible operations came before the later access
 * @param firstEvents how many visible operations came before the earlier access, {@link Trace#NONE}
 *     if the front end does not know; reports place the access by it
 */
public record Race(
    int location,
    int firstThread,
    boolean firstWrites,
    int firstPosition,
    int secondThread,
    boolean secondWrites,
    int secondPosition,
    int events,
    int firstEvents) {

  /** A race of which is not known what came before its earlier access. */
  public Race(
      int location,
      int firstThread,
      boolean firstWrites,
      int firstPosition,
      int secondThread,
      boolean secondWrites,
      int secondPosition,
      int events) {
    this(
        location,
        firstThread,
        firstWrites,
        firstPosition,
        secondThread,
        secondWrites,
        secondPosition,
        events,
        Trace.NONE);
  }
}
