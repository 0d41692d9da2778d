package dev.clew.junit;

/**
 * The execution that the calling code is part of, if it is part of one.
 *
 * <p>The classes of this package are there twice: in the JVM of the tests, where there is no
 * execution and nothing of the tool, and in each program that is checked, where the class loader is
 * that of the program. So this class mentions nothing of the tool.
 */
final class Inside {
  /** The name of the class loader of a program that is checked. */
  private static final String PROGRAM = "program";

  private Inside() {}

  /** Whether there is an execution: what {@link Control} does is possible. */
  static boolean isThere() {
    ClassLoader loader = Inside.class.getClassLoader();
    return loader != null && PROGRAM.equals(loader.getName());
  }
}
