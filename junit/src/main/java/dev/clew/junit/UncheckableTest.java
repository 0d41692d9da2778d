package dev.clew.junit;

/** Nothing could be found out about a test; the message says why, and what to do. */
public final class UncheckableTest extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UncheckableTest(String message) {
    super(message.stripTrailing());
  }
}
