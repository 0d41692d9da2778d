package dev.clew.testkit;

/** The random programs asked for are too large for brute force. */
public final class ProgramsTooLarge extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ProgramsTooLarge(String message) {
    super(message);
  }
}
