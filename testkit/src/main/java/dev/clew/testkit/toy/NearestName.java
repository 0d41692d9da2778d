package dev.clew.testkit.toy;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Guesses what a misspelt word was meant to be, by edit distance. */
final class NearestName {
  private static final int LONGEST = 40;

  private NearestName() {}

  /** A hint like {@code "; did you mean 'lock'?"}, or nothing if no candidate is near. */
  static String hint(String word, Collection<String> candidates) {
    String nearest = find(word, candidates);
    return nearest == null ? "" : "; did you mean '" + nearest + "'?";
  }

  /** The first of the nearest candidates, or null if none is near enough to be meant. */
  static @Nullable String find(String word, Collection<String> candidates) {
    if (word.length() > LONGEST) {
      return null;
    }
    String nearest = null;
    int best = Math.max(1, Math.min(3, (word.length() + 1) / 3)) + 1;
    for (String candidate : candidates) {
      if (candidate.length() > LONGEST || candidate.equals(word)) {
        continue;
      }
      int distance = distance(word, candidate);
      if (distance < best && distance < Math.max(word.length(), candidate.length())) {
        best = distance;
        nearest = candidate;
      }
    }
    return nearest;
  }

  /** The number of insertions, deletions, replacements and swaps of neighbours. */
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        d[i][j] = i == 0 || j == 0 ? i + j : cheapest(d, a, b, i, j);
      }
    }
    return d[a.length()][b.length()];
  }

  private static int cheapest(int[][] d, String a, String b, int i, int j) {
    int replace = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int least = Math.min(replace, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, d[i - 2][j - 2] + 1) : least;
  }
}
