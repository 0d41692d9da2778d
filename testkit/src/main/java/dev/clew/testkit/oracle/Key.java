package dev.clew.testkit.oracle;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of numbers that names a trace class or a state exactly; equal only if all are equal.
 */
public final class Key implements Comparable<Key> {
  private final int[] words;
  private final int hash;

  Key(int[] words) {
    this.words = words;
    this.hash = hash(words);
  }

  /** Spreads small numbers better than {@link Arrays#hashCode(int[])}. */
  private static int hash(int[] words) {
    int hash = words.length;
    for (int word : words) {
      hash = (hash + word) * 0x9E3779B1;
      hash ^= hash >>> 15;
    }
    return hash;
  }

  int word(int k) {
    return words[k];
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Key key && hash == key.hash && Arrays.equals(words, key.words);
  }

  @Override
  public int compareTo(Key other) {
    return Arrays.compare(words, other.words);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return Arrays.toString(words);
  }
}
