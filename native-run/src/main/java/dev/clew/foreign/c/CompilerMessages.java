package dev.clew.foreign.c;

import dev.clew.foreign.UnusableProgram;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What to make of the messages of compilers and linkers. */
final class CompilerMessages {
  private static final Pattern MISSING_LIBRARY = Pattern.compile("cannot find -l(\\S+?):?(\\s|$)");
  private static final Pattern UNDEFINED = Pattern.compile("undefined reference to [`']([^']+)'");
  private static final List<String> MAIN = List.of("main", "__real_main");
  private static final int MOST_LINES = 60;

  private CompilerMessages() {}

  /** A source that does not compile: in the words of the compiler. */
  static UnusableProgram ofCompiler(String source, String output) {
    return new UnusableProgram(
        "'"
            + source
            + "' does not compile; options for the compiler go to --cflags.\n"
            + shortened(output));
  }

  /** A program that cannot be linked. */
  static UnusableProgram ofLinker(String output) {
    if (hasNoMain(output)) {
      return new UnusableProgram("the program has no function main: name the source that has it");
    }
    return new UnusableProgram(
        "the program cannot be linked. " + advice(output) + "\n" + shortened(output));
  }

  /** What to do about a program that cannot be linked. */
  static String advice(String output) {
    Set<String> libraries = all(MISSING_LIBRARY, output);
    if (!libraries.isEmpty()) {
      StringBuilder advice =
          new StringBuilder("Programs are linked statically,\n  and there is no ");
      String separator = "";
      for (String library : libraries) {
        advice.append(separator).append("static archive lib").append(library).append(".a");
        separator = ", no ";
      }
      return advice.append(": install it, or build the library with --disable-shared.").toString();
    }
    Set<String> undefined = all(UNDEFINED, output);
    if (!undefined.isEmpty()) {
      return "Name all its sources, and its libraries with --libs, as in --libs \"-lm -lz\".";
    }
    return "Options for the linker go to --libs.";
  }

  private static boolean hasNoMain(String output) {
    return all(UNDEFINED, output).stream().anyMatch(MAIN::contains);
  }

  private static Set<String> all(Pattern pattern, String output) {
    Set<String> found = new LinkedHashSet<>();
    Matcher matcher = pattern.matcher(output);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private static String shortened(String output) {
    List<String> lines = output.strip().lines().toList();
    return lines.size() <= MOST_LINES
        ? String.join("\n", lines)
        : String.join("\n", lines.subList(0, MOST_LINES))
            + "\n... ("
            + (lines.size() - MOST_LINES)
            + " more lines)";
  }
}
