package dev.clew.trace;

/**
 * A thread of the program under test failed: an assertion did not hold, or an operation was not
 * allowed.
 *
 * @param kind what failed
 * @param thread the thread that failed; it ends there, the others go on
 * @param events how many visible operations came before
 * @param position the source position
 * @param message what to tell the user
 */
public record Failure(Kind kind, int thread, int events, int position, String message) {
  /** What failed. */
  public enum Kind {
    /** An assertion of the program did not hold. */
    ASSERTION,
    /** An operation was refused, as an uncaught exception would be. */
    EXCEPTION
  }
}
