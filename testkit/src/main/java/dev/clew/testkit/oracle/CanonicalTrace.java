package dev.clew.testkit.oracle;

import java.util.List;

/**
 * The name of a trace class by definition: its events, and the order of every two that depend on
 * each other.
 *
 * <p>An event is known by its thread and how many its thread did before; sorted by these, two
 * executions of one class give the same sequence of kinds and labels, and the same order of each
 * dependent pair. The order within a thread needs no words.
 */
final class CanonicalTrace {
  private static final int UNRELATED = 0;
  private static final int IN_ORDER = 1;
  private static final int REVERSED = 2;
  private static final int PAIRS_PER_WORD = 16;

  private CanonicalTrace() {}

  static Key of(List<OracleEvent> events) {
    int n = events.size();
    int[] sorted = byThread(events);
    int pairs = n * (n - 1) / 2;
    int[] words = new int[1 + 3 * n + (pairs + PAIRS_PER_WORD - 1) / PAIRS_PER_WORD];
    words[0] = n;
    int pair = 0;
    for (int i = 0; i < n; i++) {
      OracleEvent event = events.get(sorted[i]);
      words[1 + 3 * i] = event.thread();
      words[2 + 3 * i] = event.kind().code();
      words[3 + 3 * i] = event.label();
      for (int j = 0; j < i; j++) {
        int relation = relation(events, sorted[j], sorted[i]);
        words[1 + 3 * n + pair / PAIRS_PER_WORD] |= relation << (2 * (pair % PAIRS_PER_WORD));
        pair++;
      }
    }
    return new Key(words);
  }

  private static int relation(List<OracleEvent> events, int a, int b) {
    OracleEvent first = events.get(a);
    OracleEvent second = events.get(b);
    if (first.thread() == second.thread() || !first.dependsOn(second)) {
      return UNRELATED;
    }
    return a < b ? IN_ORDER : REVERSED;
  }

  /** The positions of the events, those of the first thread first; the order within one is kept. */
  private static int[] byThread(List<OracleEvent> events) {
    int[] sorted = new int[events.size()];
    int filled = 0;
    for (int thread = 0; filled < sorted.length; thread++) {
      for (int i = 0; i < sorted.length; i++) {
        if (events.get(i).thread() == thread) {
          sorted[filled++] = i;
        }
      }
    }
    return sorted;
  }
}
