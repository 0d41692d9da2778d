package dev.clew.cli;

import dev.clew.report.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Checks before a search that what it will write can be written. */
final class OutputPlaces {
  private OutputPlaces() {}

  /**
   * Checks a file that will be written.
   *
   * @throws UsageProblem if it cannot be
   */
  static void checkFile(String option, Path file) {
    if (Files.isDirectory(file)) {
      throw new UsageProblem(option + ": '" + file + "' is a directory, name a file");
    }
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw new UsageProblem(
          option + ": there is no directory '" + directory + "', create it or name another file");
    }
    if (!AtomicFile.canWrite(file)) {
      throw new UsageProblem(option + ": '" + file + "' cannot be written, name another file");
    }
  }

  /**
   * Checks a file that will be replaced, and that is read first if it exists.
   *
   * @throws UsageProblem if it cannot be
   */
  static void checkRegularFile(String option, Path file) {
    checkFile(option, file);
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new UsageProblem(option + ": '" + file + "' is not a regular file, name another one");
    }
  }

  /**
   * Checks a directory that will be created if something is to be written to it.
   *
   * @throws UsageProblem if that is not possible
   */
  static void checkDirectory(String option, Path directory) {
    @Nullable Path existing = directory.toAbsolutePath();
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (existing == null || !Files.isDirectory(existing)) {
      throw new UsageProblem(
          option + ": '" + existing + "' is not a directory, name another place");
    }
    if (!Files.isWritable(existing)) {
      throw new UsageProblem(
          option + ": '" + existing + "' cannot be written to, name another place");
    }
  }

  /**
   * Checks that two names are not the same file.
   *
   * @throws UsageProblem if they are
   */
  static void checkDifferent(String option, Path file, String otherOption, Path other) {
    if (isSame(file, other)) {
      throw new UsageProblem(
          option + " and " + otherOption + " name the same file '" + file + "', name two");
    }
  }

  /** Whether two names stand for the same file. */
  static boolean isSame(Path file, Path other) {
    try {
      return (Files.exists(file) && Files.exists(other))
          ? Files.isSameFile(file, other)
          : file.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    } catch (IOException e) {
      return false;
    }
  }
}
