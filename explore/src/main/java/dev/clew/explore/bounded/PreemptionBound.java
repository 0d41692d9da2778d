package dev.clew.explore.bounded;

/**
 * How many preemptions a search is about.
 *
 * @param most the largest number
 * @param isIterative whether to search with 0, then 1, then 2, ... up to the largest
 */
public record PreemptionBound(int most, boolean isIterative) {
  /** All executions, however many preemptions they need. */
  public static final PreemptionBound NONE = new PreemptionBound(Integer.MAX_VALUE, false);

  /** All executions, those with few preemptions first. */
  public static final PreemptionBound ITERATIVE = new PreemptionBound(Integer.MAX_VALUE - 1, true);

  /** The number to begin with. */
  public int first() {
    return isIterative ? 0 : most;
  }

  /** Whether the search is about some executions only. */
  public boolean isBound() {
    return most < Integer.MAX_VALUE;
  }

  /** The same for one number. */
  public PreemptionBound at(int number) {
    return new PreemptionBound(number, false);
  }
}
