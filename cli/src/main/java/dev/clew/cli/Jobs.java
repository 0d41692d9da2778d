package dev.clew.cli;

import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import java.util.List;

/**
 * Who takes part in a search.
 *
 * @param count how many processes search
 * @param awaitsAll whether to begin only when all are there
 * @param worker where this process finds the one it works for; empty if it works for nobody
 * @param args all words of the command line, for the other processes
 */
record Jobs(int count, boolean awaitsAll, String worker, List<String> args) {
  /** The system property that makes a process a worker. */
  static final String WORKER = "clew.worker";

  private static final long MOST = 256;

  /** So many processes search, unless this one is a worker. */
  static Jobs of(int count, boolean awaitsAll, List<String> args) {
    String worker = System.getProperty(WORKER, "");
    // A program under test sees the same properties everywhere.
    System.clearProperty(WORKER);
    return new Jobs(count, awaitsAll, worker, args);
  }

  /**
   * Checks that a search can be done by so many.
   *
   * @throws UsageProblem if it cannot
   */
  static void check(long count, SearchOptions search, boolean isSaved) {
    StrategyKind strategy = search.strategy();
    if (count > MOST) {
      throw new UsageProblem("--jobs: " + count + " is too large, give " + MOST + " or less");
    }
    if (count > 1 && strategy != StrategyKind.OPTIMAL && strategy != StrategyKind.SOURCE) {
      throw new UsageProblem(
          "--jobs has no meaning with --strategy "
              + strategy.id()
              + ", which one process does alone."
              + "\n  Leave it out, or use --strategy optimal or source.");
    }
    if (count > 1 && search.preemptions().isBound()) {
      throw new UsageProblem(
          "--jobs has no meaning with --preemptions and --iterative, which one process does alone."
              + "\n  Leave it out.");
    }
    if (count > 1 && isSaved) {
      throw new UsageProblem(
          "--checkpoint cannot save a search of several processes, leave it or --jobs out");
    }
  }
}
