package dev.clew.trace;

/**
 * A call of a library by a program: what a user knows of the operations inside it.
 *
 * @param method the method that was called; empty if the library works on its own, as a thread of a
 *     pool does
 * @param object what it was called on, in words; empty if that is not known
 */
public record EnclosingCall(String method, String object) {
  private static final String CONSTRUCTOR = "<init>";

  /** Whether no code of the program called it. */
  public boolean isOnItsOwn() {
    return method.isEmpty();
  }

  /** As the user wrote it: {@code pool.submit()}. */
  public String words() {
    if (method.equals(CONSTRUCTOR)) {
      return "new " + object + "()";
    }
    return object.isEmpty() ? method + "()" : object + "." + method + "()";
  }
}
