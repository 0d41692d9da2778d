package dev.clew.foreign.c;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What the linker says of the symbols of a program: which file has each, and which files ask for it
 * ({@code --cref}).
 */
final class LinkMap {
  private static final String TITLE = "Cross Reference Table";

  /**
   * Files that come with the compiler: members of archives, and what programs begin and end with.
   */
  private static final Pattern OF_COMPILER =
      Pattern.compile(
          ".*/lib(c|m|m-[0-9.]+|mvec|pthread|rt|dl|stdc\\+\\+|supc\\+\\+|atomic|gcc|gcc_eh)\\.a\\(.*"
              + "|.*/[a-zA-Z]*crt[a-zA-Z0-9]*\\.o");

  /** What the compiler itself has its code call: arithmetic, and the way up the stack. */
  private static final Pattern HELPERS = Pattern.compile(".*/libgcc(_eh)?\\.a\\(.*");

  /** Names that may be those of functions: others are tables that compilers and linkers make. */
  private static final Pattern FUNCTION = Pattern.compile("(?!_ZT|_ZGV|_GLOBAL_)\\w+");

  private static final String WRAPPER = "__wrap_";

  /** The files of each symbol, first the one that has it. */
  private final Map<String, List<String>> files = new HashMap<>();

  private final String runtime;

  private LinkMap(String runtime) {
    this.runtime = runtime;
  }

  /**
   * Reads what a linker wrote.
   *
   * @param runtime the name of the object with the runtime, as the linker was told
   */
  static LinkMap read(Path file, String runtime) throws IOException {
    LinkMap map = new LinkMap(runtime);
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      String line = lines.readLine();
      while (line != null && !line.equals(TITLE)) {
        line = lines.readLine();
      }
      map.readTable(lines);
    }
    return map;
  }

  private void readTable(BufferedReader lines) throws IOException {
    List<String> current = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.isEmpty() || line.startsWith("Symbol ")) {
        continue;
      }
      int blank = line.indexOf(' ');
      if (blank != 0) {
        current = new ArrayList<>();
        files.put(blank < 0 ? line : line.substring(0, blank), current);
      }
      String file = blank < 0 ? "" : line.substring(blank).strip();
      if (!file.isEmpty()) {
        current.add(file);
      }
    }
  }

  private boolean isOfProgram(String file) {
    return !file.equals(runtime) && !OF_COMPILER.matcher(file).matches();
  }

  /** Which of these names of functions the program has for something of its own. */
  SortedSet<String> own(Set<String> names) {
    SortedSet<String> own = new TreeSet<>();
    for (String name : names) {
      List<String> where = files.getOrDefault(name, List.of());
      if (!where.isEmpty() && isOfProgram(where.get(0))) {
        own.add(name);
      }
    }
    return own;
  }

  /** The functions that anybody calls by way of a wrapper. */
  SortedSet<String> wrapped() {
    SortedSet<String> wrapped = new TreeSet<>();
    for (Map.Entry<String, List<String>> entry : files.entrySet()) {
      if (entry.getKey().startsWith(WRAPPER) && entry.getValue().size() > 1) {
        wrapped.add(entry.getKey().substring(WRAPPER.length()));
      }
    }
    return wrapped;
  }

  /** What the program uses of libraries that come with the compiler, except what is known. */
  SortedSet<String> used(Predicate<String> isKnown) {
    SortedSet<String> used = new TreeSet<>();
    for (Map.Entry<String, List<String>> entry : files.entrySet()) {
      List<String> where = entry.getValue();
      boolean isOfLibrary =
          !where.isEmpty()
              && OF_COMPILER.matcher(where.get(0)).matches()
              && !HELPERS.matcher(where.get(0)).matches();
      if (isOfLibrary
          && FUNCTION.matcher(entry.getKey()).matches()
          && where.stream().skip(1).anyMatch(this::isOfProgram)
          && !isKnown.test(entry.getKey())) {
        used.add(entry.getKey());
      }
    }
    return used;
  }
}
