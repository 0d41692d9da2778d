package dev.clew.report;

/** A replay file cannot be used, or does not do what it says; the message tells the user. */
public final class ReplayProblem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A problem, in words for the user. */
  public ReplayProblem(String message) {
    super(message);
  }
}
