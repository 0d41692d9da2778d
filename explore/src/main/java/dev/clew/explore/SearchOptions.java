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
 * @param audit how many executions at random are to confirm a verdict
 */
public record SearchOptions(
    StrategyKind strategy,
    Budget budget,
    boolean keepGoing,
    boolean reportRaces,
    long seed,
    int planCap,
    PreemptionBound preemptions,
    Sampling sampling,
    AuditSize audit) {
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

  /**
   * How many executions at random are to confirm a verdict.
   *
   * @param executions how many, negative if as many as one twentieth of the search pays for, and 20
   *     at least
   */
  public record AuditSize(long executions) {
    /** The search is taken at its word. */
    public static final AuditSize NONE = new AuditSize(0);

    /** A twentieth of the search. */
    public static final AuditSize BY_SEARCH = new AuditSize(-1);

    /** Whether there is to be one. */
    public boolean isWanted() {
      return executions != 0;
    }
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
        Sampling.BY_STRATEGY,
        AuditSize.NONE);
  }

  /** The options of a search that explores everything with the given strategy. */
  public static SearchOptions with(StrategyKind strategy) {
    return new SearchOptions(strategy, Budget.UNLIMITED, true, true, 0, DEFAULT_PLAN_CAP);
  }

  /** The same by another strategy. */
  public SearchOptions by(StrategyKind newStrategy) {
    return new SearchOptions(
        newStrategy, budget, keepGoing, reportRaces, seed, planCap, preemptions, sampling, audit);
  }

  /** The same with another budget. */
  public SearchOptions within(Budget newBudget) {
    return new SearchOptions(
        strategy, newBudget, keepGoing, reportRaces, seed, planCap, preemptions, sampling, audit);
  }

  /** The same with other samples. */
  public SearchOptions sampledBy(Sampling newSampling) {
    return new SearchOptions(
        strategy, budget, keepGoing, reportRaces, seed, planCap, preemptions, newSampling, audit);
  }

  /** The same for executions with few preemptions. */
  public SearchOptions within(PreemptionBound newPreemptions) {
    return new SearchOptions(
        strategy, budget, keepGoing, reportRaces, seed, planCap, newPreemptions, sampling, audit);
  }

  /** The same with another audit. */
  public SearchOptions auditedBy(AuditSize newAudit) {
    return new SearchOptions(
        strategy, budget, keepGoing, reportRaces, seed, planCap, preemptions, sampling, newAudit);
  }
}
