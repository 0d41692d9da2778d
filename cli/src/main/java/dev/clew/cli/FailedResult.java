package dev.clew.cli;

import dev.clew.report.AtomicFile;
import dev.clew.report.JsonReport;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON file of a check that came to no verdict: what is there may be of an earlier check, and a
 * script must not take it for the result of this one.
 */
final class FailedResult {
  private static final String OPTION = "--json";

  private FailedResult() {}

  /**
   * Writes the file that the words of a command line name, if they name one that can be written and
   * that is nothing else they speak of.
   */
  static void write(List<String> words, ExitCode code, String reason) {
    Path file = file(words);
    if (file != null && !isNamedElsewhere(file, words)) {
      write(file, code, reason);
    }
  }

  /** Writes the file, if it can be written. */
  static void write(Path file, ExitCode code, String reason) {
    try {
      OutputPlaces.checkFile(OPTION, file);
      AtomicFile.write(file, JsonReport.ofFailure(code.number(), reason, Version.current()));
    } catch (UsageProblem | IOException e) {
      return; // the user was told why there is no verdict: that is why
    }
  }

  private static @Nullable Path file(List<String> words) {
    for (int i = 0; i < words.size() && !words.get(i).equals("--"); i++) {
      String word = words.get(i);
      if (word.startsWith(OPTION + "=")) {
        return path(word.substring(OPTION.length() + 1));
      }
      if (word.equals(OPTION) && i + 1 < words.size()) {
        return path(words.get(i + 1));
      }
    }
    return null;
  }

  private static @Nullable Path path(String name) {
    try {
      return name.isEmpty() ? null : Path.of(name);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /** Whether it is the program too, a checkpoint, or what else must not be written to. */
  private static boolean isNamedElsewhere(Path file, List<String> words) {
    int times = 0;
    for (String word : words) {
      Path other = path(word.replaceFirst("^--[a-z-]+=", ""));
      times += other != null && OutputPlaces.isSame(file, other) ? 1 : 0;
    }
    return times > 1;
  }
}
