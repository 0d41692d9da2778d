package dev.clew.foreign.c;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lines of source files, for reports. A line has the number that the compiler gives it, which
 * {@code #line} may have set.
 */
final class SourceText {
  /** Sets the number of the next line, and perhaps the name of its file. */
  private static final Pattern DIRECTIVE =
      Pattern.compile("\\s*#\\s*(?:line\\s+)?(\\d{1,9})(?:\\s+\"([^\"]*)\".*|\\s*)");

  private final Map<String, Map<Integer, String>> files = new HashMap<>();

  /** A line without indentation; empty if it cannot be found. */
  synchronized String line(Frame frame) {
    if (frame.file().isEmpty() || frame.line() <= 0) {
      return "";
    }
    return files
        .computeIfAbsent(frame.file(), SourceText::read)
        .getOrDefault(frame.line(), "")
        .strip();
  }

  private static Map<Integer, String> read(String file) {
    try {
      // Sources may be in any encoding: what is shown of them is mostly the same in all.
      String text = new String(Files.readAllBytes(Path.of(file)), StandardCharsets.UTF_8);
      return numbered(text.lines().toList(), Path.of(file));
    } catch (IOException e) {
      return Map.of(); // the source is not where the executable was made: reports do without
    }
  }

  /** The lines of a file that are its own, by their numbers. */
  private static Map<Integer, String> numbered(List<String> lines, Path file) {
    Map<Integer, String> numbered = new HashMap<>();
    int number = 1;
    boolean isOwn = true;
    for (String line : lines) {
      Matcher directive = DIRECTIVE.matcher(line);
      if (directive.matches()) {
        number = Integer.parseInt(directive.group(1));
        isOwn = directive.group(2) == null ? isOwn : file.endsWith(Path.of(directive.group(2)));
      } else {
        if (isOwn) {
          numbered.putIfAbsent(number, line);
        }
        number++;
      }
    }
    return numbered;
  }
}
