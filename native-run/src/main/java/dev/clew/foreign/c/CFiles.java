package dev.clew.foreign.c;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** What files of C programs are, by their names. */
public final class CFiles {
  private static final Set<String> C = Set.of("c", "i");
  private static final Set<String> CPP = Set.of("cc", "cp", "cpp", "cxx", "c++", "C", "CPP", "ii");

  /** What else a user may name, with what to say about it. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "o", "an object file: name the source it was made of",
          "a", "a library: name it with --libs, and sources to check",
          "so", "a shared library: programs are linked statically, name sources",
          "h", "a header: name the sources that include it",
          "hpp", "a header: name the sources that include it",
          "s", "written in assembler, which is not under control: name sources in C or C++",
          "S", "written in assembler, which is not under control: name sources in C or C++");

  private CFiles() {}

  /** Whether a word names a source file in C or C++. */
  public static boolean isSource(String word) {
    return isC(word) || isCpp(word);
  }

  static boolean isC(String word) {
    return C.contains(extension(word));
  }

  static boolean isCpp(String word) {
    return CPP.contains(extension(word));
  }

  /** Whether a word names something of a C program that is no source, or an executable. */
  public static boolean isOfCProgram(String word) {
    return isSource(word) || OTHERS.containsKey(extension(word)) || isExecutable(word);
  }

  /** Whether a word names an executable, or something that looks like one. */
  public static boolean isExecutable(String word) {
    try {
      return Elf.isElf(Path.of(word));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** What to say of a file that is no source. */
  static String complaint(String word) {
    String known = OTHERS.get(extension(word));
    return known != null
        ? "'" + word + "' is " + known
        : "'"
            + word
            + "' is no source file that is known: sources in C end in .c, those in C++ in .cc,"
            + " .cpp or .cxx";
  }

  private static String extension(String word) {
    int dot = word.lastIndexOf('.');
    return dot < 0 || word.indexOf('/', dot) >= 0 ? "" : word.substring(dot + 1);
  }
}
