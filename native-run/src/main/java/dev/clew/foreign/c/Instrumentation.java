package dev.clew.foreign.c;

import java.util.List;
import java.util.stream.Stream;

/** How a compiler is made to tell of accesses to memory. */
final class Instrumentation {
  /**
   * Functions of the library that a compiler makes into instructions of which it does not tell. The
   * same holds for what it makes of a loop that copies or fills.
   */
  private static final List<String> CALLED =
      List.of(
          "bcmp",
          "bcopy",
          "bzero",
          "memcmp",
          "memcpy",
          "memmove",
          "mempcpy",
          "memset",
          "snprintf",
          "sprintf",
          "stpcpy",
          "stpncpy",
          "strcat",
          "strcmp",
          "strcpy",
          "strncat",
          "strncmp",
          "strncpy",
          "vsnprintf",
          "vsprintf");

  /**
   * The calls that the compiler puts before accesses are those for ThreadSanitizer. The program is
   * not to know: code that would talk to ThreadSanitizer itself is left out. Nor are functions to
   * be called by other names because their arguments are checked. The code of strings of C++ is not
   * to be that of the library, which tells of nothing. Where a function ends its frame is to be
   * known, by a frame pointer that is still its own.
   */
  static final List<String> FLAGS = Words.join(common(), List.of("-fsanitize=thread"));

  /**
   * The same where the program is linked by the same command, so that the driver of the compiler
   * does not see it: it would link ThreadSanitizer.
   */
  static final List<String> HIDDEN_FLAGS = Words.join(common(), List.of("-Wp,-fsanitize=thread"));

  /** How a program is linked: to a fixed place, with all that it needs. */
  static final List<String> LINK = List.of("-static", "-no-pie", "-fno-lto");

  private Instrumentation() {}

  private static List<String> common() {
    return Stream.concat(
            Stream.of(
                "-g",
                "-fno-lto",
                "-fno-tree-loop-distribute-patterns",
                "-fno-omit-frame-pointer",
                "-fno-optimize-sibling-calls",
                "-U__SANITIZE_THREAD__",
                "-U_FORTIFY_SOURCE",
                "-D_GLIBCXX_ASSERTIONS"),
            CALLED.stream().map(name -> "-fno-builtin-" + name))
        .toList();
  }
}
