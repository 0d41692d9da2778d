package dev.clew.foreign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Whose a temporary directory is: a file in it names the process that made it. A process that is
 * killed leaves its directories; the next one that makes such a directory removes them.
 */
public final class Owner {
  private static final Path FILE = Path.of(".owner");

  /** How the names of directories begin that a search of a program makes. */
  static final String OF_SEARCH = "clew-p-";

  /** The same for a program that is compiled. */
  public static final String OF_PROGRAM = "clew-c-";

  /** Where there may be directories of searches, besides where temporary files go. */
  static final Path IN_MEMORY = Path.of("/dev/shm");

  private Owner() {}

  /** Makes this process the owner of a directory. */
  public static void mark(Path directory) throws IOException {
    Files.writeString(directory.resolve(FILE), description(ProcessHandle.current()));
  }

  /**
   * Removes the directories in a directory whose names begin so and whose owner is gone. Only those
   * are touched that belong to this user alone, as they were made: anybody may write to a directory
   * for temporary files. Directories that cannot be removed stay.
   */
  public static void removeAbandoned(Path parent, String prefix) {
    remove(parent, prefix, Owner::isOfTheDead);
  }

  /** Removes what processes have left that were killed, wherever that may be. */
  public static void removeAbandoned() {
    removeEverywhere(Owner::isOfTheDead);
  }

  /** Removes what this process has made, for it ends and nothing else will. */
  public static void removeOwn() {
    removeEverywhere(description(ProcessHandle.current())::equals);
  }

  private static void removeEverywhere(Predicate<String> isWanted) {
    for (Path parent : List.of(IN_MEMORY, Path.of(System.getProperty("java.io.tmpdir")))) {
      remove(parent, OF_SEARCH, isWanted);
      remove(parent, OF_PROGRAM, isWanted);
    }
  }

  private static void remove(Path parent, String prefix, Predicate<String> isWanted) {
    try (OpenDirectory place = OpenDirectory.of(parent)) {
      for (Path each : place.names()) {
        if (each.toString().startsWith(prefix)) {
          remove(place, each, isWanted);
        }
      }
    } catch (IOException e) {
      return; // they are in nobody's way, and it is not for this process to complain
    }
  }

  private static void remove(OpenDirectory place, Path name, Predicate<String> isWanted) {
    try (OpenDirectory directory = place.open(name)) {
      if (directory.isPrivate() && isWanted.test(directory.text(FILE))) {
        place.delete(name, directory, FILE);
      }
    } catch (IOException e) {
      return; // of somebody else, or no directory at all, or one that is removed at this moment
    }
  }

  /** Whether it is a directory of this user alone, and no link to one. */
  public static boolean isPrivate(Path directory) throws IOException {
    Path absolute = directory.toAbsolutePath();
    try (OpenDirectory place = OpenDirectory.of(absolute.resolveSibling(""));
        OpenDirectory opened = place.open(absolute.getFileName())) {
      return opened.isPrivate();
    }
  }

  /**
   * Deletes a directory of this user alone with all that is in it, and its mark last of all. If it
   * is gone, or something else has its name, nothing happens.
   */
  public static void deleteTree(Path root) throws IOException {
    Path absolute = root.toAbsolutePath();
    Path name = absolute.getFileName();
    if (!Files.isDirectory(absolute, LinkOption.NOFOLLOW_LINKS) || name == null) {
      return;
    }
    try (OpenDirectory place = OpenDirectory.of(absolute.resolveSibling(""));
        OpenDirectory directory = place.open(name)) {
      if (directory.isPrivate()) {
        place.delete(name, directory, FILE);
      }
    } catch (NoSuchFileException e) {
      return; // somebody else was faster
    }
  }

  private static boolean isOfTheDead(String mark) {
    String[] words = mark.split(" ", -1);
    try {
      return words.length == 3
          && words[0].equals(space())
          && !ProcessHandle.of(Long.parseLong(words[1]))
              .map(Owner::description)
              .equals(Optional.of(mark));
    } catch (NumberFormatException e) {
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
