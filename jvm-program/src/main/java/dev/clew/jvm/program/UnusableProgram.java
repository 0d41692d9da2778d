package dev.clew.jvm.program;

/** A program that cannot be checked; the message says what is wrong and what to do. */
public final class UnusableProgram extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A program that cannot be checked for this reason. */
  public UnusableProgram(String message) {
    super(message);
  }
}
