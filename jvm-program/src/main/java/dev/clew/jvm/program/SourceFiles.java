package dev.clew.jvm.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The source of the program, where it can be found; lines of it are shown in reports. */
public final class SourceFiles {
  /** Where build tools keep sources, seen from where they put classes. */
  private static final List<String> BESIDE =
      List.of(
          "",
          "../src",
          "../../src/main/java",
          "../../src/test/java",
          "../../src",
          "../../../../src/main/java",
          "../../../../src/test/java");

  private final List<Path> roots;
  private final Map<String, List<String>> files = new HashMap<>();

  private SourceFiles(List<Path> roots) {
    this.roots = roots;
  }

  /** Sources in these directories, then beside the directories of a class path. */
  public static SourceFiles in(List<Path> sourcePath, List<Path> classPath) {
    List<Path> roots = new ArrayList<>(sourcePath);
    for (Path entry : classPath) {
      for (String beside : BESIDE) {
        Path root = entry.resolve(beside).normalize();
        if (Files.isDirectory(entry) && Files.isDirectory(root)) {
          roots.add(root);
        }
      }
    }
    return new SourceFiles(List.copyOf(roots));
  }

  /**
   * A line of a source file, without indentation; empty if it cannot be found.
   *
   * @param file the name of the file, with the directories of its package
   */
  String line(String file, int line) {
    if (file.isEmpty() || line <= 0) {
      return "";
    }
    List<String> lines = files.computeIfAbsent(file, this::read);
    return line <= lines.size() ? lines.get(line - 1).strip() : "";
  }

  private List<String> read(String name) {
    for (Path root : roots) {
      Path file = root.resolve(name);
      if (Files.isRegularFile(file)) {
        try {
          return Files.readString(file, StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
          return List.of(); // not readable as text: reports do without it
        }
      }
    }
    return List.of();
  }
}
