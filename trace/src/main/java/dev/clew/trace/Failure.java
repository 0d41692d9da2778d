package dev.clew.trace;

import java.util.List;

/**
 * A thread of the program under test failed: an assertion did not hold, or an operation was not
 * allowed, or it never ends.
 *
 * @param kind what failed
 * @param thread the thread that failed; it ends there, the others go on
 * @param events how many visible operations came before
 * @param position the source position
 * @param message what to tell the user; the first line says it, others (a stack) are for those who
 *     want to know more
 */
public record Failure(Kind kind, int thread, int events, int position, String message) {
  /** What failed. */
  public enum Kind {
    /** An assertion of the program did not hold. */
    ASSERTION,
    /** A condition that has to hold between any two operations does not; the thread goes on. */
    INVARIANT,
    /** An operation was refused, as an uncaught exception would be. */
    EXCEPTION,
    /**
     * Memory or the stack ran out, and nobody was prepared for it; where it ran out depends on more
     * than the program and the schedule.
     */
    EXHAUSTED,
    /** The thread goes on without end and does nothing that another thread could notice. */
    HANG,
    /** The program breaks off, as a process does that is killed. */
    CRASH,
    /** When the program ended it had not given back something that nobody can give back now. */
    LEAK
  }

  /** The line that says what failed. */
  public String headline() {
    return message.lines().filter(line -> !line.isBlank()).findFirst().orElse("").strip();
  }

  /** The lines after the one that says what failed, empty if there are none. */
  public String details() {
    List<String> lines = message.lines().dropWhile(String::isBlank).skip(1).toList();
    return String.join("\n", lines).stripTrailing();
  }
}
