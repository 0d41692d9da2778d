package dev.clew.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** Why a file cannot be read or written, in words and without the name of the file. */
final class Reason {
  private Reason() {}

  static String of(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file or directory";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "something else has this name";
    }
    @Nullable String said = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    return said == null || said.isBlank() ? e.getClass().getSimpleName() : said;
  }
}
