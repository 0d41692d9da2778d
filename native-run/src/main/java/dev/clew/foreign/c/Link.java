package dev.clew.foreign.c;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How a program is linked with the runtime. The linker says what of the libraries the program uses;
 * some programs are then linked once more:
 *
 * <ul>
 *   <li>those with functions or variables of their own that are named as functions of the library,
 *       for instance {@code write} or {@code index}: these are not to be taken for the library's;
 *   <li>those that call functions of which nobody knows what they read and write: a check names
 *       them.
 * </ul>
 */
final class Link {
  /** Has the linker say which files ask for a symbol. */
  static final String ASK = "-Wl,--cref";

  private static final String CLASHES = "multiple definition of";

  /** Functions whose wrappers call those that take a list of arguments. */
  private static final Pattern PRINTING =
      Pattern.compile("(__isoc99_|__)?([^v_]*(?:printf|scanf)(?:_chk)?|warnx?|errx?)");

  /** A call of a linker, with these words for the runtime. */
  interface Linker {
    ToolRun link(List<String> runtime) throws IOException;
  }

  private final RuntimeLibrary library;
  private final boolean isCpp;
  private final boolean hasMathematics;

  /**
   * How a program is linked.
   *
   * @param libs words among which libraries are named
   */
  Link(RuntimeLibrary library, boolean isCpp, List<String> libs) {
    this.library = library;
    this.isCpp = isCpp || libs.contains("-lstdc++");
    this.hasMathematics = this.isCpp || libs.contains("-lm");
  }

  /**
   * Links a program; gives what the last call of the linker did.
   *
   * @param isTwice whether the call that asks nothing is made in any case
   */
  ToolRun run(Linker linker, boolean isTwice) throws IOException {
    try (TemporaryDirectory directory = TemporaryDirectory.create()) {
      Path map = directory.path().resolve("map");
      List<String> asks = List.of("-Wl,-Map=" + map, ASK, "-Wl,--no-demangle");
      ToolRun first = linker.link(Words.join(asks, words()));
      if (first.succeeded()) {
        return again(linker, map, isTwice, false).orElse(first);
      }
      if (!first.output().contains(CLASHES)) {
        return linker.link(words()); // for messages with names as they are in the source
      }
      ToolRun without = linker.link(Words.join(asks, library.linkWords(Set.of())));
      return without.succeeded() ? again(linker, map, true, true).orElse(first) : first;
    }
  }

  private List<String> words() throws IOException {
    List<String> words = library.linkWords(Set.of());
    words.addAll(library.toldWords(isCpp, hasMathematics));
    return words;
  }

  /**
   * Links again if the map of the first time gives a reason to, or there is another one.
   *
   * @param isBare whether the linker is to look only for what the program calls: something else has
   *     the name of something in the program
   */
  private Optional<ToolRun> again(Linker linker, Path file, boolean isNeeded, boolean isBare)
      throws IOException {
    LinkMap map = LinkMap.read(file, library.object());
    SortedSet<String> own = map.own(library.ownable());
    SortedSet<String> unwatched = map.used(Unwatched.packed()::isHarmless);
    if (own.isEmpty() && unwatched.isEmpty() && !isNeeded) {
      return Optional.empty();
    }
    List<String> words = library.linkWords(own);
    if (own.isEmpty() && !isBare) {
      words.addAll(library.toldWords(isCpp, hasMathematics));
    } else {
      map.wrapped().stream()
          .flatMap(Link::calledBy)
          .distinct()
          .filter(name -> !own.contains(name))
          .map(name -> "-Wl,--undefined=" + name)
          .forEach(words::add);
    }
    words.addAll(Unwatched.symbols(unwatched).toList());
    return Optional.of(linker.link(words));
  }

  /** The functions of the library that the wrapper of a function calls. */
  private static Stream<String> calledBy(String name) {
    Matcher printing = PRINTING.matcher(name);
    if (printing.matches()) {
      String prefix = printing.group(1) == null ? "" : printing.group(1);
      return Stream.of(name, prefix + "v" + printing.group(2));
    }
    return switch (name) {
      case "atoi", "atol" -> Stream.of(name, "strtol");
      case "atoll" -> Stream.of(name, "strtoll");
      case "atof" -> Stream.of(name, "strtod");
      default -> Stream.of(name);
    };
  }
}
