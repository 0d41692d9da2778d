package dev.clew.jvm.agent;

import java.io.Serial;

/** A class file of the program cannot be made sense of: it is damaged. */
public final class UnreadableClassFile extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final String className;

  UnreadableClassFile(String className, RuntimeException cause) {
    super(cause);
    this.className = className;
  }

  /** The internal name of the class that it is to hold. */
  public String className() {
    return className;
  }
}
