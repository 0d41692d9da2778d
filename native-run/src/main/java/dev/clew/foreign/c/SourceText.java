package dev.clew.foreign.c;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lines of source files, for reports. */
final class SourceText {
  private final Map<String, List<String>> files = new HashMap<>();

  /** A line without indentation; empty if it cannot be found. */
  synchronized String line(Frame frame) {
    if (frame.file().isEmpty() || frame.line() <= 0) {
      return "";
    }
    List<String> lines = files.computeIfAbsent(frame.file(), SourceText::read);
    return frame.line() <= lines.size() ? lines.get(frame.line() - 1).strip() : "";
  }

  private static List<String> read(String file) {
    try {
      // Sources may be in any encoding: what is shown of them is mostly the same in all.
      return new String(Files.readAllBytes(Path.of(file)), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      return List.of(); // the source is not where the executable was made: reports do without
    }
  }
}
