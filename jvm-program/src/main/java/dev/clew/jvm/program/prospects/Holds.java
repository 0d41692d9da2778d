package dev.clew.jvm.program.prospects;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The mutexes that a thread surely holds on a path of its code.
 *
 * @param counts how often it holds each at least; exactly, if it did not hold it at the beginning
 *     of the path
 * @param atFirst what it held at the beginning
 */
record Holds(Map<Integer, Integer> counts, Set<Integer> atFirst) {
  /** At the beginning of a path. */
  static Holds of(Set<Integer> held) {
    Map<Integer, Integer> counts = new TreeMap<>();
    held.forEach(mutex -> counts.put(mutex, 1));
    return new Holds(counts, held);
  }

  /** What is surely held. */
  Set<Integer> all() {
    return Set.copyOf(counts.keySet());
  }

  boolean has(int mutex) {
    return counts.containsKey(mutex);
  }

  /** Whether it is surely not held, so that to take it is an operation. */
  boolean isSurelyFree(int mutex) {
    return isExactFor(mutex) && !counts.containsKey(mutex);
  }

  /** Whether to give it back once is surely an operation. */
  boolean isLast(int mutex) {
    return isExactFor(mutex) && counts.getOrDefault(mutex, 0) == 1;
  }

  private boolean isExactFor(int mutex) {
    return !atFirst.contains(mutex);
  }

  Holds with(int mutex) {
    Map<Integer, Integer> more = new TreeMap<>(counts);
    more.merge(mutex, 1, Integer::sum);
    return new Holds(more, atFirst);
  }

  Holds without(int mutex) {
    Map<Integer, Integer> fewer = new TreeMap<>(counts);
    fewer.computeIfPresent(mutex, (any, count) -> count == 1 ? null : count - 1);
    return new Holds(fewer, atFirst);
  }
}
