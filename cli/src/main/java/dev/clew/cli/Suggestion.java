package dev.clew.cli;

import java.util.Collection;

/** Guesses what a misspelt word was meant to be. */
final class Suggestion {
  private Suggestion() {}

  /** As in {@code ", did you mean 'check'?"}; empty if no candidate is near. */
  static String of(String word, Collection<String> candidates) {
    String nearest = "";
    int least = Math.max(1, Math.min(3, word.length() / 2)) + 1;
    for (String candidate : candidates) {
      int distance = distance(word, candidate);
      if (distance < least) {
        least = distance;
        nearest = candidate;
      }
    }
    return nearest.isEmpty() ? "" : ", did you mean '" + nearest + "'?";
  }

  /** Insertions, deletions and replacements that lead from one word to the other. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
