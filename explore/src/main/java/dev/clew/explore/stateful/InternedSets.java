package dev.clew.explore.stateful;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sets of small numbers, each kept once and named by a number of its own.
 *
 * <p>States by the thousand have the same sets; what a state keeps is one number, and sets that
 * were united once are not united again.
 */
final class InternedSets {
  /** The empty set. */
  static final int EMPTY = 0;

  private final List<long[]> words = new ArrayList<>();
  private final Map<Words, Integer> ids = new HashMap<>();
  private final Map<Long, Integer> unions = new HashMap<>();

  /** The words of a set as a key; never changed once it is one. */
  private record Words(long[] words) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Words that && Arrays.equals(words, that.words);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(words);
    }
  }

  InternedSets() {
    intern(new long[0]);
  }

  /** The set with one more element. */
  int with(int set, int element) {
    if (contains(set, element)) {
      return set;
    }
    long[] old = words.get(set);
    long[] grown = Arrays.copyOf(old, Math.max(old.length, (element >> 6) + 1));
    grown[element >> 6] |= 1L << element;
    return intern(grown);
  }

  /** The set without an element. */
  int without(int set, int element) {
    if (!contains(set, element)) {
      return set;
    }
    long[] shrunk = words.get(set).clone();
    shrunk[element >> 6] &= ~(1L << element);
    int length = shrunk.length;
    while (length > 0 && shrunk[length - 1] == 0) {
      length--;
    }
    return intern(Arrays.copyOf(shrunk, length));
  }

  /** The elements of both sets. */
  int union(int one, int other) {
    if (one == other || other == EMPTY) {
      return one;
    }
    if (one == EMPTY) {
      return other;
    }
    long pair = (long) Math.min(one, other) << 32 | Math.max(one, other);
    Integer known = unions.get(pair);
    if (known != null) {
      return known;
    }
    long[] a = words.get(one);
    long[] b = words.get(other);
    long[] united = Arrays.copyOf(a, Math.max(a.length, b.length));
    for (int k = 0; k < b.length; k++) {
      united[k] |= b[k];
    }
    int result = intern(united);
    unions.put(pair, result);
    return result;
  }

  boolean contains(int set, int element) {
    long[] of = words.get(set);
    return element >> 6 < of.length && (of[element >> 6] >>> element & 1) != 0;
  }

  /** Whether the sets have an element in common. */
  boolean intersect(int one, int other) {
    long[] a = words.get(one);
    long[] b = words.get(other);
    for (int k = 0; k < Math.min(a.length, b.length); k++) {
      if ((a[k] & b[k]) != 0) {
        return true;
      }
    }
    return false;
  }

  /** The first element from this one on, -1 if there is none. */
  int next(int set, int from) {
    long[] of = words.get(set);
    int word = from >> 6;
    if (word >= of.length) {
      return -1;
    }
    long rest = of[word] & -1L << from;
    while (rest == 0) {
      word++;
      if (word == of.length) {
        return -1;
      }
      rest = of[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(rest);
  }

  private int intern(long[] of) {
    Words key = new Words(of);
    Integer known = ids.get(key);
    if (known != null) {
      return known;
    }
    words.add(of);
    ids.put(key, words.size() - 1);
    return words.size() - 1;
  }
}
