package dev.clew.cli;

import dev.clew.report.story.Printable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether what a replay file says is done without asking. A replay runs a program with the rights
 * of the user, and the file may come from anybody: only the program that it was made for, below the
 * current directory, is run at once.
 */
final class ReplayTrust {
  /** What systems and builds put there is no program of somebody who writes a replay file. */
  private static final List<Path> LIBRARIES =
      List.of(Path.of("/usr"), inHome(".m2/repository"), inHome(".gradle/caches"));

  private final Path file;
  private final boolean isGiven;
  private final List<String> doubts = new ArrayList<>();
  private final List<String> shown = new ArrayList<>();

  /**
   * Trust in a replay file.
   *
   * @param isGiven whether the user trusts it, whatever it says
   */
  ReplayTrust(Path file, boolean isGiven) {
    this.file = file;
    this.isGiven = isGiven;
  }

  private static Path inHome(String name) {
    return Path.of(System.getProperty("user.home"), name);
  }

  // --- places

  /**
   * Whether a file may be used whoever names it: it is below the current directory, or a library.
   */
  static boolean isUsual(Path path) {
    return isHere(path) || isLibrary(path);
  }

  private static boolean isHere(Path path) {
    return isBelow(path, Path.of("").toAbsolutePath().normalize());
  }

  /** Whether it is where libraries are. */
  static boolean isLibrary(Path path) {
    return LIBRARIES.stream().anyMatch(place -> isBelow(path, place));
  }

  private static boolean isBelow(Path path, Path place) {
    return path.toAbsolutePath().normalize().startsWith(place);
  }

  // --- what speaks against it

  /** Notes a reason to ask. */
  void doubt(String reason) {
    doubts.add(reason);
  }

  /** Notes where a part of a program is, which is to be below the current directory. */
  void requireHere(String what, Path path) {
    if (!isHere(path)) {
      doubt(what + " '" + path + "' is not below the current directory");
    }
  }

  /** Notes which parts of a program are not what they were. */
  void requireSame(List<String> differences) {
    if (!differences.isEmpty()) {
      int few = Math.min(3, differences.size());
      doubt(
          String.join(", ", differences.subList(0, few))
              + (differences.size() > few ? ", ..." : "")
              + " changed since the file was made: the schedule may not fit");
    }
  }

  /** Notes what would be done. */
  void show(String what, List<String> words) {
    if (!words.isEmpty()) {
      shown.add(what + ": " + String.join(" ", words));
    }
  }

  /**
   * Asks, if there is a reason and the user has not said so already.
   *
   * @throws UsageProblem with the reasons, and what would be run
   */
  void check() {
    if (isGiven || doubts.isEmpty()) {
      return;
    }
    StringBuilder message =
        new StringBuilder("'" + file + "' is not replayed, for it may come from somebody else:");
    doubts.forEach(doubt -> message.append("\n    ").append(Printable.line(doubt)));
    message.append("\n  A replay runs the program with your rights:");
    shown.forEach(line -> message.append("\n    ").append(Printable.line(line)));
    message.append("\n  If that is what you want: ./clew replay --trust ").append(file);
    throw new UsageProblem(message.toString());
  }
}
