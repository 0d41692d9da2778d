package dev.clew.cli;

import dev.clew.explore.Budget;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.report.story.Phrases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A second search, in which all sleeps take their time, and what is due at the same time ends
 * together.
 *
 * <p>In the first one short sleeps end at any moment, and waits give up only when nothing else can
 * run: so no wait gives up while another thread is in a short sleep, or while one goes on that gave
 * up at the same time. Where that may matter, and nothing was found, the program is searched again
 * with no patience. What is still not explored are executions in which some sleeps end early, or
 * waits give up in turn, and others do not.
 */
final class Timely {
  private static final double MOST_OF_TIME = 0.9;

  /** So many executions the second search may take, or this many times those of the first. */
  private static final long EXECUTIONS = 1_000;

  private static final int TIMES = 2;

  private Timely() {}

  /** Whether a program may be searched again that was searched with this outcome. */
  static boolean isPossible(CheckOptions options, Outcome outcome) {
    StrategyKind strategy = options.search().strategy();
    Duration time = options.search().budget().time();
    return options.jobs().count() == 1
        && options.checkpoint() == null
        && !options.symmetry()
        && strategy != StrategyKind.STATEFUL
        && strategy != StrategyKind.PRUNED
        && (time == null || outcome.seconds() < MOST_OF_TIME * time.toNanos() / 1e9);
  }

  /** The options for that. */
  static CheckOptions within(CheckOptions options, Outcome outcome) {
    CheckOptions rest = Endless.afterwards(options, outcome);
    SearchOptions search = rest.search();
    Budget budget = search.budget();
    long most = Math.max(EXECUTIONS, TIMES * (outcome.warmup() + outcome.executions()));
    return rest.with(
        search.within(
            new Budget(
                Math.min(budget.executions(), most),
                budget.time(),
                budget.steps(),
                budget.endless())));
  }

  /** Whether what the second search found out says more than the first one. */
  static boolean isToTell(Outcome second) {
    return second.verdict() == Outcome.Verdict.VIOLATION
        || second.verdict() == Outcome.Verdict.DEFECT;
  }

  /** What the verdict of a second search that found something says of the first one. */
  static String isSecond(Outcome first) {
    return "this is a second search, with exact times: nothing was found in "
        + Phrases.count(first.executions() - first.blocked(), "execution")
        + " with sleeps that may end at once and waits that give up in turn";
  }

  /** What the verdict says of a second search that found nothing. */
  static String assumption(Outcome second) {
    return "in a second search, of "
        + Phrases.count(second.executions() - second.blocked(), "trace class")
        + ", all sleeps take their time and what is due at the same time ends together; executions"
        + " in which only some do are not explored";
  }

  /**
   * What the verdict says if there was none.
   *
   * @param sleepsOutlastWaits whether a sleep ended early that would have ended after a wait
   * @param patience the shortest sleep that does not, in words
   * @param inTurn whether waits were due at the same time
   */
  static List<String> inexact(boolean sleepsOutlastWaits, String patience, boolean inTurn) {
    List<String> all = new ArrayList<>();
    if (sleepsOutlastWaits) {
      all.add(
          "a wait gives up only when no sleep shorter than "
              + patience
              + " is under way (--patience 1ms)");
    }
    if (inTurn) {
      all.add(
          "of waits that are due at the same time one gives up first, and the others when nothing"
              + " else can run (--timeouts any explores all)");
    }
    return all;
  }
}
