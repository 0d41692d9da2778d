package dev.clew.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/** What whoever mends the tool needs to know about a failure of it; the user sees one line. */
final class CrashFile {
  private static final int MOST_FILES = 1000;

  private CrashFile() {}

  /** Writes the file to a directory; nothing if it cannot be written. */
  static Optional<Path> write(Path directory, List<String> arguments, Throwable failure) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    out.println("clew " + Version.current() + " failed");
    out.println("arguments: " + String.join(" ", arguments));
    out.println("java: " + property("java.version") + ", " + property("java.vendor"));
    out.println("system: " + property("os.name") + " " + property("os.arch"));
    out.println();
    failure.printStackTrace(out);
    out.flush();
    try {
      Files.createDirectories(directory);
      return writeToNew(directory, text.toString());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<Path> writeToNew(Path directory, String text) throws IOException {
    for (int number = 1; number <= MOST_FILES; number++) {
      Path file = directory.resolve("crash-" + number + ".txt");
      try {
        Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
        return Optional.of(file);
      } catch (FileAlreadyExistsException e) {
        // an earlier crash: try the next number
      }
    }
    return Optional.empty();
  }

  private static String property(String name) {
    return String.valueOf(System.getProperty(name));
  }
}
