package dev.clew.explore.reduction;

import dev.clew.explore.bounded.FewestPreemptions;

/**
 * Which reversals are not planned because they need too many preemptions.
 *
 * <p>What is planned is a prefix of every class below it, and none of these can be executed with
 * fewer preemptions than the prefix needs. Prefixes that need up to a few more than the bound, the
 * <em>slack</em>, are explored all the same: executions below them show reversals elsewhere. With n
 * threads the slack is n - 2, after Marmanis, Kokologiannakis and Vafeiadis (TACAS 2023), and one
 * more where only the first event of a reversal is planned and what follows is left open; that it
 * suffices here is tested, not proved.
 */
final class PlanBound {
  private final FewestPreemptions fewest;
  private final int most;
  private int slack;
  private boolean hasPruned;

  PlanBound(FewestPreemptions fewest, int most) {
    this.fewest = fewest;
    this.most = most;
  }

  /** Says how many threads an execution had that did something, or tried to. */
  void sawThreads(int threads) {
    slack = Math.max(slack, threads - 2);
  }

  /** Looks next at the part of the trace that comes before a reversal. */
  void begin(Remainder remainder) {
    fewest.beginPart(remainder.depth());
  }

  /** Adds an event of v to the part. */
  void include(int event) {
    fewest.include(event);
  }

  /**
   * Whether the part, with the second operation in its new place and its past, is too much.
   *
   * @param isShallow whether only the first event is planned
   */
  boolean excludes(Remainder remainder, boolean isShallow) {
    int more = isShallow ? slack + 1 : slack;
    int limit = (int) Math.min((long) most + more, Integer.MAX_VALUE - 1);
    fewest.includeLast(remainder.operation.thread, remainder.secondClock());
    boolean isTooMuch = fewest.ofPart(limit) > limit;
    hasPruned |= isTooMuch;
    return isTooMuch;
  }

  /** Whether something was not planned. */
  boolean hasPruned() {
    return hasPruned;
  }
}
