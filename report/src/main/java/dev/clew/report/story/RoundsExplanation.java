package dev.clew.report.story;

import dev.clew.analyze.Rounds;
import dev.clew.explore.Finding;
import dev.clew.trace.Names;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Says why threads that all go on never come to an end: they come back to where they were. */
final class RoundsExplanation {
  private final Finding finding;
  private final Trace trace;
  private final Names names;
  private final Places places;
  private final int length;

  RoundsExplanation(Reenactment reenactment, Finding finding, Places places) {
    this.finding = finding;
    this.trace = reenactment.trace();
    this.names = reenactment.names();
    this.places = places;
    this.length = Rounds.length(trace);
  }

  /** For each thread involved: where it goes round. */
  Map<Integer, List<String>> endings() {
    Map<Integer, List<String>> endings = new LinkedHashMap<>();
    for (int thread : finding.threads()) {
      endings.put(thread, List.of((mark(thread) + " goes round for ever").strip()));
    }
    return endings;
  }

  /** The first and the last line of the round of a thread. */
  private String mark(int thread) {
    TreeSet<Integer> lines = new TreeSet<>();
    int position = Trace.NONE;
    for (int i = trace.size() - length; i < trace.size(); i++) {
      int line = trace.thread(i) == thread ? names.line(trace.position(i)) : 0;
      if (line > 0) {
        position = lines.isEmpty() || line < lines.first() ? trace.position(i) : position;
        lines.add(line);
      }
    }
    if (lines.isEmpty()) {
      return "";
    }
    String last = lines.size() == 1 ? "" : "-" + lines.last();
    return places.mark(position) + last;
  }

  String why() {
    List<String> who = new ArrayList<>();
    finding.threads().forEach(thread -> who.add(names.thread(thread)));
    String back =
        "After the last "
            + (length == 1 ? "step" : length + " steps")
            + " everything is as it was before: variables, locks, and where each thread stands. ";
    return who.size() == 1
        ? back + who.get(0) + " can go round like this for ever, and nobody else can go on."
        : back
            + Phrases.list(who)
            + " can go round like this for ever: each of them gets its turn in every round, and"
            + " they keep each other from going on.";
  }
}
