package dev.clew.trace;

/**
 * An execution was ended before it came to an end, because nobody waits for it any more. Nothing is
 * known of it, and nothing follows for the program.
 */
public final class ExecutionCutOff extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An execution that was ended. */
  public ExecutionCutOff() {
    super("an execution was cut off");
  }
}
