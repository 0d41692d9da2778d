package dev.clew.report.story;

import dev.clew.trace.Names;
import java.util.stream.IntStream;

/** Words for source positions: a short one for the cells of a table, a long one for sentences. */
final class Places {
  private final Names names;
  private final boolean isOneFile;

  Places(Reenactment reenactment) {
    names = reenactment.names();
    long files =
        IntStream.range(0, reenactment.trace().size())
            .mapToObj(i -> names.file(reenactment.trace().position(i)))
            .distinct()
            .count();
    isOneFile = files <= 1;
  }

  /** As in {@code :7}, with the file if there are several. */
  String mark(int position) {
    int line = names.line(position);
    if (line <= 0) {
      return "";
    }
    return isOneFile ? ":" + line : baseName(names.file(position)) + ":" + line;
  }

  /** As in {@code line 7}, with the file if there are several. */
  String phrase(int position) {
    int line = names.line(position);
    if (line <= 0) {
      return "an unknown line";
    }
    return isOneFile ? "line " + line : baseName(names.file(position)) + ":" + line;
  }

  private static String baseName(String file) {
    String name = file.substring(file.lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
