package dev.clew.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The directories and jars that a class path names. */
final class ClassPathEntries {
  private static final String ALL_JARS = "*";
  private static final int MOST_FILES_TO_LOOK_AT = 20_000;

  private ClassPathEntries() {}

  /** The entries of a path as it is written: separated by colons, an empty one is ".". */
  static List<String> split(String path) {
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .map(entry -> entry.isEmpty() ? "." : entry)
        .toList();
  }

  /** An entry, wherever one stands. */
  static String absolute(String entry) {
    return isAllJars(entry)
        ? path(directory(entry)).toAbsolutePath().normalize() + File.separator + ALL_JARS
        : path(entry).toAbsolutePath().normalize().toString();
  }

  /** The directories and jars; {@code dir/*} stands for all jars in a directory. */
  static List<Path> expand(List<String> entries) {
    List<Path> paths = new ArrayList<>();
    for (String entry : entries) {
      if (isAllJars(entry)) {
        paths.addAll(jarsIn(path(directory(entry))));
      } else {
        paths.add(path(entry));
      }
    }
    return paths;
  }

  /** The entries that name nothing. */
  static List<String> missing(List<String> entries) {
    return entries.stream()
        .filter(entry -> !Files.exists(path(isAllJars(entry) ? directory(entry) : entry)))
        .toList();
  }

  /** The full names of the classes in directories that have a given simple name, a few of them. */
  static List<String> classesNamed(String simpleName, List<Path> paths) {
    List<String> found = new ArrayList<>();
    for (Path root : paths) {
      if (Files.isDirectory(root)) {
        try (Stream<Path> files = Files.walk(root)) {
          files
              .limit(MOST_FILES_TO_LOOK_AT)
              .filter(file -> file.endsWith(simpleName + ".class"))
              .map(file -> className(root.relativize(file)))
              .sorted()
              .forEach(found::add);
        } catch (IOException | java.io.UncheckedIOException e) {
          // a directory that cannot be listed gives no suggestion
        }
      }
    }
    return found.subList(0, Math.min(3, found.size()));
  }

  private static String className(Path file) {
    String name = file.toString().replace(File.separatorChar, '.');
    return name.substring(0, name.length() - ".class".length());
  }

  private static boolean isAllJars(String entry) {
    return entry.equals(ALL_JARS) || entry.endsWith(File.separator + ALL_JARS);
  }

  private static String directory(String entry) {
    return entry.equals(ALL_JARS) ? "." : entry.substring(0, entry.length() - 2);
  }

  private static List<Path> jarsIn(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().toLowerCase(Locale.ROOT).endsWith(".jar"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UsageProblem("-cp: '" + directory + "' cannot be read: " + Reason.of(e));
    }
  }

  private static Path path(String entry) {
    try {
      return Path.of(entry);
    } catch (InvalidPathException e) {
      throw new UsageProblem("'" + entry + "' is not the name of a file or directory");
    }
  }
}
