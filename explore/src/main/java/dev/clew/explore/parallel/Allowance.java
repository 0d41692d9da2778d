package dev.clew.explore.parallel;

/**
 * The executions that are still allowed, handed out in portions, so that all workers together never
 * do more.
 */
final class Allowance {
  private static final long LARGEST_PORTION = 1024;

  private final long limit;
  private final int workers;
  private long left;

  Allowance(long limit, int workers) {
    this.limit = limit;
    this.workers = workers;
    this.left = limit;
  }

  /** A new search begins, after so many executions that count. */
  void restart(long spent) {
    left = limit == Long.MAX_VALUE ? limit : Math.max(0, limit - spent);
  }

  boolean isUsedUp() {
    return left == 0;
  }

  /** Takes a portion: the smaller the less is left. */
  long take() {
    if (limit == Long.MAX_VALUE) {
      return limit;
    }
    long portion = Math.min(left, Math.min(LARGEST_PORTION, 1 + left / (4L * workers)));
    left -= portion;
    return portion;
  }

  /** Takes back what was not used. */
  void giveBack(long unused) {
    if (limit < Long.MAX_VALUE) {
      left += unused;
    }
  }
}
