package dev.clew.foreign;

/** The program cannot be run under control: the message says why and what to do. */
public final class UnusableProgram extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A message for the user, without a period at its end. */
  public UnusableProgram(String message) {
    super(message);
  }
}
