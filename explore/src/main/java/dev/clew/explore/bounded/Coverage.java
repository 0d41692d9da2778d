package dev.clew.explore.bounded;

/**
 * What a search with few preemptions has covered.
 *
 * @param bound the largest number of preemptions of the executions it was about, at the end
 * @param exhausted the largest number for which nothing is left to explore, -1 if none
 * @param beyond executions of the last bound that need more, which were not judged
 */
public record Coverage(int bound, int exhausted, long beyond) {
  /** That of a search about all executions. */
  public static final Coverage ALL = new Coverage(Integer.MAX_VALUE, -1, 0);

  /** Whether the search was about some executions only. */
  public boolean isBound() {
    return bound < Integer.MAX_VALUE;
  }
}
