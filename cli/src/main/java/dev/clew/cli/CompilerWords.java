package dev.clew.cli;

import dev.clew.foreign.c.CFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Options of compilers among the words of a check, as in {@code check -DN=2 a.c -lm}: they are
 * taken as they are, if it is sources in C that are checked.
 */
final class CompilerWords {
  /** The options that hand such words on. */
  static final String TO_COMPILER = "--to-compiler";

  static final String TO_LINKER = "--to-linker";

  private static final Pattern OF_COMPILER =
      Pattern.compile(
          "-[IDU].*|-O[0-3sgz]?|-Ofast|-std=.*|-W.+|-f.+|-m.+|-g.*|-pthread|-ansi|-pedantic");
  private static final Pattern OF_LINKER = Pattern.compile("-[Ll].*|-Wl,.*");
  private static final List<String> WITH_VALUE = List.of("-I", "-D", "-U", "-L", "-l");

  /** Options of this tool whose value looks like an option. */
  private static final List<String> WITH_WORDS = List.of("--cflags", "--libs");

  private CompilerWords() {}

  /** The words, with those for the compiler as values of options of this tool. */
  static String[] marked(String[] args) {
    List<String> words = List.of(args);
    int end = words.indexOf("--") < 0 ? words.size() : words.indexOf("--");
    boolean isOfC =
        !words.isEmpty()
            && words.get(0).equals(CheckCommand.NAME)
            && words.subList(0, end).stream().anyMatch(CFiles::isSource);
    return isOfC ? marked(words, end).toArray(String[]::new) : args;
  }

  private static List<String> marked(List<String> words, int end) {
    List<String> result = new ArrayList<>();
    for (int i = 0; i < end; i++) {
      String word = words.get(i);
      if (WITH_WORDS.contains(word) && i + 1 < end) {
        result.add(word + "=" + words.get(++i));
        continue;
      }
      boolean isOfLinker = OF_LINKER.matcher(word).matches();
      if (isOfLinker || OF_COMPILER.matcher(word).matches()) {
        boolean isApart = WITH_VALUE.contains(word) && i + 1 < end;
        String whole = isApart ? word + words.get(++i) : word;
        result.add((isOfLinker ? TO_LINKER : TO_COMPILER) + "=" + whole);
      } else {
        result.add(word);
      }
    }
    result.addAll(words.subList(end, words.size()));
    return result;
  }
}
