package dev.clew.foreign.c;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words for a compiler and a linker that somebody else may have written: they start no program,
 * write no file, and bring in no code from where nobody looks for it. The list says what is
 * harmless, not what is harmful: compilers have too many options, and get new ones.
 */
public final class HarmlessFlags {
  private static final Pattern SIMPLE =
      Pattern.compile(
          "-O([0-3sgz]|fast)?"
              + "|-g([0-3]|gdb[0-3]?|dwarf(-[2-5])?)?"
              + "|-W[A-Za-z0-9][A-Za-z0-9+#=_-]*" // no comma: not for linker or assembler
              + "|-std=[a-z0-9+:]+"
              + "|-m(?!llvm)[a-z0-9][A-Za-z0-9=.+-]*"
              + "|-w|-ansi|-pedantic|-pedantic-errors|-pthread|-pipe|-static|-no-pie|-pie|-rdynamic"
              + "|-l[A-Za-z0-9_][A-Za-z0-9_+.-]*");

  private static final Pattern FEATURE =
      Pattern.compile("-f(?:no-)?([A-Za-z0-9_-]+?)(?:=[A-Za-z0-9_+-]+)?");

  private static final Set<String> FEATURES =
      Set.of(
          ("PIC PIE abi-version aligned-new associative-math asynchronous-unwind-tables builtin"
                  + " cf-protection char8_t common concepts constexpr-depth constexpr-loop-limit"
                  + " constexpr-ops-limit coroutines data-sections delete-null-pointer-checks"
                  + " diagnostics-color exceptions excess-precision extended-identifiers fast-math"
                  + " finite-math-only fp-contract freestanding function-sections gnu89-inline hosted"
                  + " ident implicit-templates inline inline-functions math-errno max-errors"
                  + " merge-constants message-length ms-extensions non-call-exceptions"
                  + " omit-frame-pointer optimize-sibling-calls permissive pic pie plt"
                  + " rounding-math rtti semantic-interposition short-enums short-wchar signed-char"
                  + " signed-zeros sized-deallocation stack-clash-protection stack-protector"
                  + " stack-protector-all stack-protector-strong strict-aliasing strict-enums"
                  + " strict-overflow template-depth threadsafe-statics tls-model trapping-math trapv"
                  + " tree-vectorize unroll-loops unsigned-char unwind-tables visibility"
                  + " visibility-inlines-hidden wrapv zero-initialized-in-bss")
              .split(" "));

  /** No names but those of types: another one could be the name of a function to call instead. */
  private static final Pattern MACRO =
      Pattern.compile(
          "[A-Za-z_][A-Za-z0-9_]*(="
              + "([+-]?[0-9][A-Za-z0-9.]*|\"[^\"\\\\\n]*\"|'[^'\\\\\n]'|true|false|NULL|nullptr"
              + "|((signed|unsigned|char|short|int|long|float|double|bool|_Bool|size_t) ?)+"
              + "|u?int(8|16|32|64)_t)?)?");

  private static final List<String> MACROS = List.of("-D", "-U");

  /** The options with the name of a file or a directory. */
  private static final List<String> PLACES =
      List.of("-I", "-L", "-isystem", "-iquote", "-idirafter", "-include", "-imacros");

  private static final String TO_LINKER = "-Wl,";

  private static final Set<String> FOR_LINKER =
      Set.of(
          "--as-needed",
          "--no-as-needed",
          "--start-group",
          "--end-group",
          "--whole-archive",
          "--no-whole-archive",
          "--gc-sections",
          "--export-dynamic",
          "-E",
          "-Bstatic",
          "-Bdynamic",
          "-O1",
          "-z",
          "now",
          "relro",
          "defs",
          "noexecstack");

  private static final Pattern LINKED = Pattern.compile("[^@-].*\\.(o|a|so|c|cc|cpp|cxx)");

  private HarmlessFlags() {}

  /**
   * The first of some words that may do harm.
   *
   * @param isTrusted whether what is in a file, or below a directory, may be used
   */
  public static Optional<String> firstOther(List<String> words, Predicate<String> isTrusted) {
    Iterator<String> left = words.iterator();
    while (left.hasNext()) {
      String word = left.next();
      if (!isHarmless(word, left, isTrusted)) {
        return Optional.of(word);
      }
    }
    return Optional.empty();
  }

  private static boolean isHarmless(
      String word, Iterator<String> left, Predicate<String> isTrusted) {
    for (String option : MACROS) {
      if (word.startsWith(option)) {
        return MACRO.matcher(value(word, option, left)).matches();
      }
    }
    for (String option : PLACES) {
      if (word.equals(option) || option.length() == 2 && word.startsWith(option)) {
        return isPlace(value(word, option, left), isTrusted);
      }
    }
    if (word.startsWith(TO_LINKER)) {
      return FOR_LINKER.containsAll(List.of(word.substring(TO_LINKER.length()).split(",", -1)));
    }
    return SIMPLE.matcher(word).matches()
        || isFeature(word)
        || LINKED.matcher(word).matches() && isTrusted.test(word);
  }

  /** The value of an option, in the same word or the next one. */
  private static String value(String word, String option, Iterator<String> left) {
    boolean isNext = word.length() == option.length() && left.hasNext();
    return isNext ? left.next() : word.substring(option.length());
  }

  /** An equals sign stands for a directory of the compiler's choice. */
  private static boolean isPlace(String value, Predicate<String> isTrusted) {
    return !value.isEmpty()
        && !value.startsWith("=")
        && !value.startsWith("$")
        && isTrusted.test(value);
  }

  private static boolean isFeature(String word) {
    Matcher matcher = FEATURE.matcher(word);
    return matcher.matches()
        && (FEATURES.contains(matcher.group(1)) || matcher.group(1).startsWith("builtin-"));
  }
}
