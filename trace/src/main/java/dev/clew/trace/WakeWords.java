package dev.clew.trace;

/**
 * How a language speaks of threads that wait to be woken.
 *
 * @param notified what becomes of a thread that waits at a condition, as in {@code notified}
 * @param notifies what the thread does that wakes it
 * @param parked what a thread does that waits for a permit of its own, as in {@code is parked}
 * @param unparked what becomes of it
 * @param unparks what a thread does to it
 */
public record WakeWords(
    String notified, String notifies, String parked, String unparked, String unparks) {
  /** The words of Java. */
  public static final WakeWords OF_JAVA =
      new WakeWords("notified", "notifies", "is parked", "unparked", "unparks it");
}
