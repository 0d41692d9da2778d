package dev.clew.report;

import dev.clew.explore.Finding;
import dev.clew.explore.Outcome;
import dev.clew.report.story.Reenactment;
import java.util.ArrayList;
import java.util.List;

/**
 * All there is to report about one check.
 *
 * @param version the version of the tool
 * @param outcome what the search found out
 * @param findings what is wrong, the shortest counterexample first
 * @param extent how far the search went with threads that never end, as {@code up to 2 rounds of
 *     ...}; empty if it went all the way
 * @param assumptions what the verdict takes for granted, in words
 * @param unexplored what of the program was not explored, in words
 * @param warnings what is no violation, but should be looked at, in words
 * @param stepLimit the largest number of events of one execution
 * @param checkpoint the file from which an unfinished search can be resumed, empty if there is none
 */
public record CheckResult(
    String version,
    Outcome outcome,
    List<Reported> findings,
    String extent,
    List<String> assumptions,
    List<String> unexplored,
    List<String> warnings,
    int stepLimit,
    String checkpoint) {

  /**
   * A finding with what is needed to tell it.
   *
   * @param finding what is wrong
   * @param reenactment the execution that shows it, done again
   * @param replay the path of the replay file, as the user can type it
   * @param unwritten why the replay file could not be written, empty if it was
   */
  public record Reported(
      Finding finding, Reenactment reenactment, String replay, String unwritten) {
    /** Whether the replay file is there. */
    boolean canBeReplayed() {
      return unwritten.isEmpty();
    }
  }

  /** The same, with one more thing that the verdict takes for granted. */
  public CheckResult assuming(List<String> further) {
    List<String> more = new ArrayList<>(assumptions);
    more.addAll(further);
    return new CheckResult(
        version, outcome, findings, extent, more, unexplored, warnings, stepLimit, checkpoint);
  }

  /** Whether the search ended where it can tell how much is left. */
  boolean hasEstimate() {
    if (outcome.coverage().isBound() || outcome.endless().count() > 0) {
      return false; // the estimate is one of the last bound only, or of what has no end
    }
    return switch (outcome.end()) {
      case EXHAUSTED, EXECUTION_LIMIT, TIME_LIMIT, STOPPED -> Double.isFinite(outcome.estimate());
      case BOUNDED, CUT_SHORT, SAMPLED, VIOLATION, STEP_LIMIT, DIED -> false;
    };
  }

  /** All executions, samples and those before the last location became visible included. */
  long allExecutions() {
    long besides = outcome.samples().besides() + outcome.bounds().executions();
    return outcome.warmup() + searched() + besides + outcome.audit().executions();
  }

  /** The executions since then, those with lower bounds included. */
  long searched() {
    return outcome.coverage().earlier() + outcome.executions();
  }
}
