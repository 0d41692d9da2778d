package dev.clew.foreign.c;

import java.util.List;

/** How a compiler is made to tell of accesses to memory. */
final class Instrumentation {
  /**
   * The calls that the compiler puts before accesses are those for ThreadSanitizer. The program is
   * not to know: code that would talk to ThreadSanitizer itself is left out. Nor are functions to
   * be called by other names because their arguments are checked.
   */
  static final List<String> FLAGS =
      List.of("-g", "-fno-lto", "-U__SANITIZE_THREAD__", "-U_FORTIFY_SOURCE", "-fsanitize=thread");

  /**
   * The same where the program is linked by the same command, so that the driver of the compiler
   * does not see it: it would link ThreadSanitizer.
   */
  static final List<String> HIDDEN_FLAGS =
      List.of(
          "-g", "-fno-lto", "-U__SANITIZE_THREAD__", "-U_FORTIFY_SOURCE", "-Wp,-fsanitize=thread");

  /** How a program is linked: to a fixed place, with all that it needs. */
  static final List<String> LINK = List.of("-static", "-no-pie", "-fno-lto");

  private Instrumentation() {}
}
