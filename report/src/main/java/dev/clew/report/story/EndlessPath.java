package dev.clew.report.story;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.trace.Names;
import dev.clew.trace.Steps;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** An execution that has more steps than executions may have: which threads go on, and where. */
public final class EndlessPath {
  /** A replay file has the beginning of such an execution only. */
  public static final int MOST_STEPS = 2000;

  /** Of more files than this only some are named. */
  private static final int MOST_FILES = 4;

  private static final int FILES_OF_MANY = 3;

  private EndlessPath() {}

  /** The same finding with these words, for the beginning of the execution. */
  public static Finding told(Finding path, String words, Steps beginning) {
    return new Finding(
        FindingKind.ENDLESS,
        Finding.ENDLESS,
        words,
        "",
        path.threads(),
        path.positions(),
        -1,
        path.visible(),
        beginning);
  }

  /** Where the threads are in the last steps of the execution. */
  public static String words(Finding path, Reenactment execution) {
    Trace trace = execution.trace();
    Names names = execution.names();
    List<String> places = new ArrayList<>();
    for (int thread : path.threads()) {
      String lines = lines(trace, names, thread);
      places.add(names.thread(thread) + (lines.isEmpty() ? "" : " at " + lines));
    }
    return "endless: after "
        + Phrases.count(path.steps().steps().size(), "step")
        + " "
        + Phrases.list(places)
        + (places.size() == 1 ? " still goes on" : " still go on");
  }

  /** The lines of the last steps of a thread, by file: of many files those with the most steps. */
  private static String lines(Trace trace, Names names, int thread) {
    Map<String, TreeSet<Integer>> byFile = new TreeMap<>();
    Map<String, Integer> steps = new HashMap<>();
    for (int i = trace.size() - trace.size() / 4 - 1; i >= 0 && i < trace.size(); i++) {
      int line = trace.thread(i) == thread ? names.line(trace.position(i)) : 0;
      if (line > 0) {
        String file = names.file(trace.position(i));
        byFile.computeIfAbsent(file, f -> new TreeSet<>()).add(line);
        steps.merge(file, 1, Integer::sum);
      }
    }
    int others = byFile.size() > MOST_FILES ? byFile.size() - FILES_OF_MANY : 0;
    if (others > 0) {
      List<String> frequent = new ArrayList<>(byFile.keySet());
      frequent.sort(Comparator.comparing(steps::get, Comparator.reverseOrder()));
      byFile.keySet().retainAll(frequent.subList(0, FILES_OF_MANY));
    }
    List<String> files = new ArrayList<>();
    byFile.forEach(
        (file, lines) ->
            files.add(file + ":" + lines.first() + (lines.size() == 1 ? "" : "-" + lines.last())));
    return String.join(", ", files) + (others > 0 ? " and in " + others + " other files" : "");
  }
}
