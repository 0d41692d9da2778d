package dev.clew.cli;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a JVM that runs a Java program does for the case that the program takes it down: a journal
 * of what happens, in a directory that is there only as long, and a watchdog.
 *
 * <p>The script that started this JVM finds that directory if the JVM did not end as it should, and
 * has another JVM tell what happened, see {@link PostMortem}.
 */
final class Supervision implements AutoCloseable {
  /** The system property by which the script names the directory; nobody supervises without. */
  private static final String DIRECTORY = "clew.private";

  /** The system property by which the script says what process it is. */
  private static final String SUPERVISOR = "clew.supervisor";

  private static final String ERRORS = "-XX:ErrorFile=";

  /** The file that is there if the program runs with fairness that nobody asked for. */
  private static final String FAIR = "fair";

  /** The file that is there if sleeps take all their time, which nobody asked for. */
  private static final String TIMELY = "timely";

  private final Path directory;
  private final Journal journal;
  private final Watchdog watchdog;

  private Supervision(Path directory, Journal journal, Watchdog watchdog) {
    this.directory = directory;
    this.journal = journal;
    this.watchdog = watchdog;
  }

  // --- flags of a JVM that is supervised

  /** The directory of this JVM; none if nobody supervises it. */
  static Optional<Path> directory() {
    return Optional.ofNullable(System.getProperty(DIRECTORY)).map(Path::of);
  }

  /** Whether a flag of a JVM is there because it is supervised. */
  static boolean isFlag(String flag) {
    return Stream.of(
            "-D" + DIRECTORY + "=",
            "-D" + SUPERVISOR + "=",
            "-D" + ExitCode.ANNOUNCEMENT + "=",
            ERRORS)
        .anyMatch(flag::startsWith);
  }

  /** The flags for a JVM that this one supervises, with a directory that is to be its own. */
  static List<String> flags(Path directory) {
    return List.of(
        "-D" + DIRECTORY + "=" + directory,
        "-D" + SUPERVISOR + "=" + ProcessHandle.current().pid(),
        ERRORS + directory.resolve(Death.ERROR_FILE));
  }

  /**
   * Ends this JVM as one that it supervised has ended, so that the end of that one is told of.
   *
   * @param remains the directory of that one
   */
  static void dieAs(Path remains, int status) throws IOException {
    try (Stream<Path> files = Files.list(remains)) {
      for (Path file : files.toList()) {
        Files.move(
            file, remains.resolveSibling(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Files.delete(remains);
    Runtime.getRuntime().halt(status);
  }

  // --- supervising

  /**
   * Begins to keep a journal of a program and to watch it; null if nobody asked for it.
   *
   * @param patience how long a thread may go on without doing anything another one could notice
   * @param json where scripts look for the result, null if nowhere
   */
  static @Nullable Supervision begin(
      Execution execution, int stepLimit, Duration patience, Console console, @Nullable Path json) {
    Path directory = directory().orElse(null);
    if (directory == null) {
      return null;
    }
    try {
      Files.createDirectory(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Journal journal = Journal.create(directory, stepLimit);
      execution.keepJournal(journal);
      Watchdog watchdog =
          new Watchdog(execution, patience, directory, console, json, Long.getLong(SUPERVISOR, 0));
      console.stop().setExitOfProgram(watchdog::isProgramExiting);
      watchdog.start();
      return new Supervision(directory, journal, watchdog);
    } catch (IOException e) {
      Standstill.removeAll(directory); // what is left of it would be taken for a journal
      throw new UsageProblem(
          "the directory for temporary files cannot be used: "
              + directory
              + ": "
              + Reason.of(e)
              + ".\n  Name another one with TMPDIR.");
    }
  }

  /** Leaves word that the program runs with fairness that nobody asked for. */
  void noteFairness() throws IOException {
    Files.createFile(directory.resolve(FAIR));
  }

  /** Whether the JVM that left a directory behind did so. */
  static boolean wasFair(Path directory) {
    return Files.exists(directory.resolve(FAIR));
  }

  /** Leaves word that from now on sleeps take all their time, which nobody asked for. */
  void noteTimely() throws IOException {
    Files.createFile(directory.resolve(TIMELY));
  }

  /** Whether the JVM that left a directory behind did so. */
  static boolean wasTimely(Path directory) {
    return Files.exists(directory.resolve(TIMELY));
  }

  @Override
  public void close() {
    watchdog.close();
    journal.close();
    directory.resolve(FAIR).toFile().delete();
    directory.resolve(TIMELY).toFile().delete();
    directory.toFile().delete();
  }
}
