package dev.clew.explore;

import dev.clew.explore.bounded.PreemptionBound;

/**
 * What to search for and how.
 *
 * @param strategy which schedules to try
 * @param budget how far to go
 * @param keepGoing whether to go on after the first violation
 * @param reportRaces whether data races are findings; their locations become visible in any case
 * @param seed of random choices
 * @param planCap the largest number of events the optimal search may plan before it saves memory
 * @param preemptions of the executions that the search is about
 * @param sampling how to take samples
 */
public record SearchOptions(
    StrategyKind strategy,
    Budget budget,
    boolean keepGoing,
    boolean reportRaces,
    long seed,
    int planCap,
    PreemptionBound preemptions,
    Sampling sampling) {
  /** Planned events that need about 100 MB. */
  public static final int DEFAULT_PLAN_CAP = 2_000_000;

  /**
   * How to take samples.
   *
   * @param depth of the faults that {@code pct} looks for
   * @param inBetween whether a search that would take long is to take samples besides
   */
  public record Sampling(int depth, boolean inBetween) {
    /** How many events a fault needs in a certain order, unless the user says otherwise. */
    public static final int DEFAULT_DEPTH = 3;

    /** Samples only if the strategy is to take samples. */
    public static final Sampling BY_STRATEGY = new Sampling(DEFAULT_DEPTH, false);
  }

  /** The options of a search that is about all executions and takes no samples besides. */
  public SearchOptions(
      StrategyKind strategy,
      Budget budget,
      boolean keepGoing,
      boolean reportRaces,
      long seed,
      int planCap) {
    this(
        strategy,
        budget,
        keepGoing,
        reportRaces,
        seed,
        planCap,
        PreemptionBound.NONE,
        Sampling.BY_STRATEGY);
  }

  /** The options of a search that explores everything with the given strategy. */
  public static SearchOptions with(StrategyKind strategy) {
    return new SearchOptions(strategy, Budget.UNLIMITED, true, true, 0, DEFAULT_PLAN_CAP);
  }

  /** The same with another budget. */
  public SearchOptions within(Budget newBudget) {
    return new SearchOptions(
        strategy, newBudget, keepGoing, reportRaces, seed, planCap, preemptions, sampling);
  }

  /** The same with other samples. */
  public SearchOptions sampledBy(Sampling newSampling) {
    return new SearchOptions(
        strategy, budget, keepGoing, reportRaces, seed, planCap, preemptions, newSampling);
  }

  /** The same for executions with few preemptions. */
  public SearchOptions within(PreemptionBound newPreemptions) {
    return new SearchOptions(
        strategy, budget, keepGoing, reportRaces, seed, planCap, newPreemptions, sampling);
  }
}
