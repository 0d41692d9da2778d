package dev.clew.report.story;

import dev.clew.trace.Names;
import dev.clew.trace.Trace;
import java.util.BitSet;
import java.util.stream.IntStream;

/** Words for source positions: a short one for the cells of a table, a long one for sentences. */
final class Places {
  private final Names names;
  private final Trace trace;
  private final BitSet mentioned = new BitSet();
  private final boolean isOneFile;

  Places(Reenactment reenactment) {
    names = reenactment.names();
    trace = reenactment.trace();
    long files =
        IntStream.range(0, trace.size())
            .mapToObj(i -> names.file(trace.position(i)))
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

  /** The phrase for the place of an event, which counts as mentioned from now on. */
  String mention(int event) {
    mentioned.set(event);
    return phrase(trace.position(event));
  }

  /** The events whose places sentences speak of: a reader looks for them in the table. */
  BitSet mentioned() {
    return mentioned;
  }

  private static String baseName(String file) {
    String name = file.substring(file.lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
