package dev.clew.foreign.c;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Functions that a program calls and of which nobody knows what they read and write. Its executable
 * has a symbol for each, so that a check can name them.
 */
final class Unwatched {
  /** Functions that touch no memory of the program that others may touch, and those on streams. */
  private static final String HARMLESS = "harmless.names";

  private static final String SYMBOL = "clew_unwatched_";
  private static final String ANYTHING = "*";

  private final Set<String> names = new HashSet<>();
  private final List<String> prefixes = new ArrayList<>();

  private Unwatched(String table) {
    table
        .lines()
        .filter(line -> !line.startsWith("#"))
        .flatMap(line -> Words.split(line).stream())
        .forEach(this::add);
  }

  private void add(String name) {
    if (name.endsWith(ANYTHING)) {
      prefixes.add(name.substring(0, name.length() - 1));
    } else {
      names.add(name);
    }
  }

  /** With the names that are packed with the runtime. */
  static Unwatched packed() throws IOException {
    byte[] table = RuntimeSources.packed().file(HARMLESS);
    return new Unwatched(new String(table, StandardCharsets.UTF_8));
  }

  /** Whether a function is one of those that need not be named. */
  boolean isHarmless(String name) {
    return names.contains(name) || prefixes.stream().anyMatch(name::startsWith);
  }

  /** What to tell a linker so that the executable names these functions. */
  static Stream<String> symbols(SortedSet<String> functions) {
    return functions.stream().map(name -> "-Wl,--defsym=" + SYMBOL + name + "=0");
  }

  /**
   * The functions of a program that are to be named: of classes of C++ the names of the classes.
   * Variables are none, the program itself looks at them.
   */
  static List<String> in(Elf elf) throws IOException {
    Predicate<String> isFunction = elf.functions()::contains;
    List<String> symbols = elf.symbolsWith(SYMBOL).filter(isFunction).sorted().toList();
    if (symbols.isEmpty()) {
      return List.of();
    }
    SortedSet<String> shown = new TreeSet<>();
    for (String name : demangled(symbols)) {
      shown.add(brief(name));
    }
    return List.copyOf(shown);
  }

  /** Names as they are in the source; as they are if nobody knows better. */
  private static List<String> demangled(List<String> symbols) throws IOException {
    List<String> command = new ArrayList<>(List.of("c++filt"));
    command.addAll(symbols);
    List<String> names =
        ToolRun.of(command, Path.of("/"))
            .filter(ToolRun::succeeded)
            .map(run -> run.output().lines().toList())
            .orElse(symbols);
    return names.size() == symbols.size() ? names : symbols;
  }

  /** A name without types: of a member its class, of another function the function. */
  static String brief(String name) {
    StringBuilder plain = new StringBuilder();
    int depth = 0;
    for (char c : name.replace("std::__cxx11::", "std::").toCharArray()) {
      if (c == '(' && depth == 0) {
        break;
      }
      depth -= c == '>' ? 1 : 0;
      if (depth == 0 && c != '>') {
        plain.append(c == '<' ? "" : c);
      }
      depth += c == '<' ? 1 : 0;
    }
    String words = plain.toString().replaceFirst("operator.*", "operator");
    String whole = words.substring(words.lastIndexOf(' ') + 1);
    if (!name.contains("(")) {
      return whole + "()";
    }
    int last = whole.lastIndexOf("::");
    boolean isMember = last > 0 && whole.lastIndexOf("::", last - 1) > 0;
    return isMember ? whole.substring(0, last) : whole + "()";
  }
}
