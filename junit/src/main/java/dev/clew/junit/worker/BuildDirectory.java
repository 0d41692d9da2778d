package dev.clew.junit.worker;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where files go. */
final class BuildDirectory {
  /** The system property by which a user names another place. */
  private static final String PROPERTY = "clew.out";

  private BuildDirectory() {}

  /** {@code target/clew}, or where the build of this project keeps what it makes. */
  static Path output() {
    String named = System.getProperty(PROPERTY);
    if (named != null) {
      return Path.of(named);
    }
    boolean isGradle = !Files.exists(Path.of("target")) && Files.isDirectory(Path.of("build"));
    return Path.of(isGradle ? "build" : "target", "clew");
  }
}
