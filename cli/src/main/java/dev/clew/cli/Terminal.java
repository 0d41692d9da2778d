package dev.clew.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds out whether somebody watches. */
final class Terminal {
  private static final Path STDERR = Path.of("/proc/self/fd/2");

  /** From this release on {@code System.console()} says nothing about a terminal. */
  private static final int CONSOLE_WITHOUT_TERMINAL = 22;

  private Terminal() {}

  /** Whether the standard error stream is a terminal; no, if that cannot be found out. */
  @SuppressWarnings("SystemConsoleNull") // asked only where null means something
  static boolean isStandardError() {
    try {
      String device = Files.readSymbolicLink(STDERR).toString();
      return device.startsWith("/dev/pts/")
          || device.startsWith("/dev/tty")
          || device.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException e) {
      return Runtime.version().feature() < CONSOLE_WITHOUT_TERMINAL && System.console() != null;
    }
  }
}
