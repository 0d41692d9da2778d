package dev.clew.foreign.c;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The libraries that a program is linked with and whose code is not instrumented. Its executable
 * has a symbol for each, so that a check can name them.
 */
final class Libraries {
  /** Those that come with the compiler, whose calls are known. */
  private static final Set<String> KNOWN =
      Set.of("c", "m", "pthread", "rt", "dl", "stdc++", "supc++", "atomic", "gcc", "gcc_eh");

  private static final String OPTION = "-l";
  private static final String SYMBOL = "clew_library_";

  private Libraries() {}

  /** What to tell a linker besides these words, so that the executable names its libraries. */
  static List<String> symbols(List<String> words) {
    List<String> symbols = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      boolean isApart = word.equals(OPTION) && i + 1 < words.size();
      String name = isApart ? words.get(i + 1) : word.substring(Math.min(2, word.length()));
      String symbol = "-Wl,--defsym=" + SYMBOL + name.replaceAll("[^A-Za-z0-9_]", "_") + "=0";
      if (word.startsWith(OPTION) && !KNOWN.contains(name) && !symbols.contains(symbol)) {
        symbols.add(symbol);
      }
    }
    return symbols;
  }

  /** The names of the libraries in an executable, in the order of the alphabet. */
  static List<String> in(Elf elf) {
    return elf.symbolsWith(SYMBOL).map(name -> "lib" + name).sorted().toList();
  }
}
