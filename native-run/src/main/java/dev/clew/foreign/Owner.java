package dev.clew.foreign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whose a temporary directory is: a file in it names the process that made it. A process that is
 * killed leaves its directories; the next one that makes such a directory removes them.
 */
public final class Owner {
  private static final String FILE = ".owner";

  private Owner() {}

  /** Makes this process the owner of a directory. */
  public static void mark(Path directory) throws IOException {
    Files.writeString(directory.resolve(FILE), description(ProcessHandle.current()));
  }

  /**
   * Removes the directories in a directory whose names begin so and whose owner is gone.
   * Directories that cannot be removed stay.
   */
  public static void removeAbandoned(Path parent, String prefix) {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, prefix + "*")) {
      for (Path each : found) {
        if (isAbandoned(each)) {
          deleteTree(each);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      return; // they are in nobody's way, and it is not for this process to complain
    }
  }

  /** Deletes a directory with all that is in it, and its mark last of all. */
  public static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    List<Path> paths;
    Path mark = root.resolve(FILE);
    try (Stream<Path> all = Files.walk(root)) {
      paths = all.filter(path -> !path.equals(mark)).sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : paths) {
      if (each.equals(root)) {
        Files.deleteIfExists(mark);
      }
      Files.deleteIfExists(each);
    }
  }

  private static boolean isAbandoned(Path directory) {
    Path mark = directory.resolve(FILE);
    try {
      if (!Files.isRegularFile(mark)) {
        return false;
      }
      String written = Files.readString(mark);
      String[] words = written.split(" ", -1);
      return words.length == 3
          && words[0].equals(space())
          && !ProcessHandle.of(Long.parseLong(words[1]))
              .map(Owner::description)
              .equals(Optional.of(written));
    } catch (IOException | NumberFormatException e) {
      return false;
    }
  }

  /** The number of a process says nothing without the space of numbers, nor without its start. */
  private static String description(ProcessHandle process) {
    long start = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    return space() + " " + process.pid() + " " + start;
  }

  private static String space() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
    } catch (IOException | UnsupportedOperationException e) {
      return "unknown";
    }
  }
}
