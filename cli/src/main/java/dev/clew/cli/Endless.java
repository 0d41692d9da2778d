package dev.clew.cli;

import dev.clew.explore.Budget;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import java.time.Duration;

/**
 * What to do about a search of a Java program that came to an execution that does not end soon.
 *
 * <p>If the program can tell its states, and there are not too many, a search by states decides:
 * also whether executions go on for ever. Otherwise it is done again with fairness, which is what
 * loops need that wait for another thread. Where no thread waits like that nothing is different,
 * but that executions may be as long as the user said.
 */
final class Endless {
  /** After so many rounds in vain a thread lets all others go first. */
  static final int ROUNDS = 20;

  private static final int SOON = 10_000;
  private static final double MOST_OF_TIME = 0.9;

  /** A search by states may take so many executions, and this part of the time. */
  private static final long EXECUTIONS_BY_STATES = 20_000;

  private static final Duration TIME_BY_STATES = Duration.ofSeconds(10);
  private static final int PART_BY_STATES = 4;

  private Endless() {}

  /** Whether a search may be done again with fairness, which nobody asked for. */
  static boolean canBeFair(JavaOptions java, CheckOptions options) {
    SearchOptions search = options.search();
    return java.waits().fair() == 0
        && search.strategy() == StrategyKind.OPTIMAL
        && search.budget().executions() == Long.MAX_VALUE
        && !search.preemptions().isBound()
        && !options.symmetry()
        && options.checkpoint() == null
        && options.jobs().count() == 1
        && options.jobs().worker().isEmpty();
  }

  /** The options for a search without fairness. */
  static CheckOptions soon(CheckOptions options) {
    SearchOptions search = options.search();
    Budget budget = search.budget();
    int steps = Math.min(budget.steps(), SOON);
    return options.with(search.within(new Budget(budget.executions(), budget.time(), steps, 0)));
  }

  /** Whether a program can be searched by states. */
  static boolean canTellStates(JavaOptions java) {
    return java.waits().equals(JavaOptions.Waits.PATIENT) && !java.isDeep();
  }

  /** The options for a search by states. */
  static CheckOptions byStates(CheckOptions options) {
    SearchOptions search = options.search();
    Budget budget = search.budget();
    Duration time = budget.time();
    Duration part = time == null ? TIME_BY_STATES : time.dividedBy(PART_BY_STATES);
    Duration most = part.compareTo(TIME_BY_STATES) < 0 ? part : TIME_BY_STATES;
    int steps = Math.min(budget.steps(), SOON);
    return options.with(
        search.by(StrategyKind.STATEFUL).within(new Budget(EXECUTIONS_BY_STATES, most, steps, 0)));
  }

  /** Whether a search by states has not decided. */
  static boolean isUndecided(Outcome outcome) {
    return outcome.end() != Outcome.End.EXHAUSTED && outcome.end() != Outcome.End.VIOLATION;
  }

  /**
   * Whether it ended with an execution that did not end, and there is time left. What was found so
   * far is found again.
   */
  static boolean isReached(Outcome outcome, CheckOptions options) {
    Duration time = options.search().budget().time();
    return outcome.end() == Outcome.End.STEP_LIMIT
        && (time == null || outcome.seconds() < MOST_OF_TIME * time.toNanos() / 1e9);
  }

  /** The options with the time that is left. */
  static CheckOptions afterwards(CheckOptions options, Outcome outcome) {
    SearchOptions search = options.search();
    Budget budget = search.budget();
    Duration time = budget.time();
    if (time == null) {
      return options;
    }
    Duration left = time.minusNanos((long) (outcome.seconds() * 1e9));
    return options.with(search.within(new Budget(budget.executions(), left, budget.steps())));
  }
}
