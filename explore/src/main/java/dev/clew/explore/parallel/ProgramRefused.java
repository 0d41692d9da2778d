package dev.clew.explore.parallel;

/** A worker found that the program cannot be explored; the message says why. */
public final class ProgramRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ProgramRefused(String message) {
    super(message);
  }
}
