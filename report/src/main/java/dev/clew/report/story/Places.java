package dev.clew.report.story;

import dev.clew.explore.Finding;
import dev.clew.trace.Names;
import dev.clew.trace.Trace;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/** Words for source positions: a short one for the cells of a table, a long one for sentences. */
final class Places {
  private final Names names;
  private final Trace trace;
  private final BitSet mentioned = new BitSet();
  private final boolean isOneFile;

  /**
   * The places of a story.
   *
   * @param matters the events it tells of
   * @param everything whether it tells of the others too
   */
  Places(Reenactment reenactment, Finding finding, boolean[] matters, boolean everything) {
    names = reenactment.names();
    trace = reenactment.trace();
    Set<String> files = new HashSet<>();
    finding.positions().forEach(position -> addFile(files, position));
    for (int i = 0; i < trace.size(); i++) {
      if (everything || matters[i]) {
        addFile(files, trace.position(i));
      }
    }
    for (int a = 0; everything && a < trace.watched().size(); a++) {
      addFile(files, trace.watched().position(a));
    }
    isOneFile = files.size() <= 1;
  }

  private void addFile(Set<String> files, int position) {
    if (names.line(position) > 0) {
      files.add(names.file(position));
    }
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

  /** The same in brackets after a space, as in {@code (line 7)}; nothing if it is not known. */
  String bracket(int event) {
    String place = mention(event);
    return names.line(trace.position(event)) > 0 ? " (" + place + ")" : "";
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
