package dev.clew.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells failures of the file system from those of the tool: a directory that is gone or not to be
 * written to, a disk that is full.
 */
final class FileTrouble {
  private static final String HINT =
      "\n  Temporary files go to TMPDIR, or /tmp and /dev/shm; replay files go to --out.";

  private FileTrouble() {}

  /** What is wrong with which file, if that is why something failed. */
  static Optional<String> in(Throwable failure) {
    for (@Nullable Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof FileSystemException e && e.getFile() != null) {
        String why = Reason.of(e);
        boolean isLimit = why.contains("Too many open files");
        return Optional.of(
            "the file "
                + e.getFile()
                + " cannot be used: "
                + why
                + (isLimit ? "\n  Let the process open more: ulimit -n." : HINT));
      }
      if (each instanceof IOException e && isFull(String.valueOf(e.getMessage()))) {
        return Optional.of("a file cannot be written: " + Reason.of(e) + HINT);
      }
    }
    return Optional.empty();
  }

  private static boolean isFull(String message) {
    String said = message.toLowerCase(Locale.ROOT);
    return said.contains("no space left") || said.contains("quota exceeded");
  }
}
