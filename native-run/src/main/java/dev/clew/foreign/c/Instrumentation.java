package dev.clew.foreign.c;

import java.util.List;
import java.util.Set;
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
   * What a compiler does before it puts calls before accesses, and by which accesses go: those that
   * it finds without effect, or that tell what was told before, as if there were one thread. Others
   * may see the difference. What is left of {@code -O1} has local variables in registers.
   */
  private static final List<String> KEPT =
      List.of(
          "code-hoisting",
          "dce",
          "dse",
          "ipa-pure-const",
          "ipa-reference",
          "ipa-reference-addressable",
          "ssa-phiopt",
          "store-merging",
          "tree-ccp",
          "tree-dce",
          "tree-dominator-opts",
          "tree-dse",
          "tree-forwprop",
          "tree-fre",
          "tree-loop-im",
          "tree-phiprop",
          "tree-pre",
          "tree-sink",
          "tree-sra");

  /** Levels of optimisation at which accesses are as in the source. */
  private static final Set<String> NAMED_SAFE = Set.of("-O", "-O0", "-O1", "-Og");

  /** What an executable has a symbol for if a part of it was compiled so. */
  private static final String OPTIMISED = "clew_optimised_";

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
            Stream.concat(
                KEPT.stream().map(name -> "-fno-" + name),
                CALLED.stream().map(name -> "-fno-builtin-" + name)))
        .toList();
  }

  /** What to tell an assembler so that an executable names levels above {@code -O1}. */
  static List<String> marks(List<String> words) {
    return words.stream()
        .filter(word -> word.startsWith("-O"))
        .reduce((first, last) -> last)
        .filter(level -> !NAMED_SAFE.contains(level))
        .map(
            level -> "-Wa,--defsym," + OPTIMISED + level.substring(1).replaceAll("\\W", "_") + "=1")
        .stream()
        .toList();
  }

  /** The levels above {@code -O1} with which parts of an executable were compiled. */
  static List<String> levels(Elf elf) {
    return elf.symbolsWith(OPTIMISED).map(name -> "-" + name).distinct().sorted().toList();
  }
}
