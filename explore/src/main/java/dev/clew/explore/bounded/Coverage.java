package dev.clew.explore.bounded;

/**
 * What a search with few preemptions has covered.
 *
 * @param bound the largest number of preemptions of the executions it was about, at the end
 * @param exhausted the largest number for which nothing is left to explore, -1 if none
 * @param beyond executions of the last bound that need more, run on the way
 * @param unsure executions of the last bound taken for within it, as to tell would take too long
 * @param earlier executions with lower bounds
 * @param foundBeyond how many of the findings need more preemptions than the last bound
 */
public record Coverage(
    int bound, int exhausted, long beyond, long unsure, long earlier, int foundBeyond) {
  /** That of a search about all executions. */
  public static final Coverage ALL = new Coverage(Integer.MAX_VALUE, -1, 0, 0, 0, 0);

  /** Whether the search was about some executions only. */
  public boolean isBound() {
    return bound < Integer.MAX_VALUE;
  }
}
