package dev.clew.cli;

import dev.clew.explore.Budget;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.explore.bounded.PreemptionBound;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * How to search, by what a command line says. Combinations of options without a meaning are
 * refused, and so are those that are not known to be sound.
 */
final class SearchChoice {
  /** The options that say how to search, so that nothing else is done besides. */
  private static final List<String> WITHOUT_PLAN =
      List.of(
          "--strategy", "--executions", "--preemptions", "--iterative", "--symmetry", "--prune");

  private static final Set<StrategyKind> WITH_SYMMETRY =
      Set.of(StrategyKind.OPTIMAL, StrategyKind.SOURCE, StrategyKind.DPOR, StrategyKind.NAIVE);

  private static final List<String> WITHOUT_SYMMETRY =
      List.of("--jobs", "--checkpoint", "--preemptions", "--iterative", "--prune", "--fair");

  private static final long MOST_STEPS = 100_000_000;

  private final ParseResult given;
  private final StrategyKind strategy;

  SearchChoice(ParseResult given) {
    this.given = given;
    this.strategy = strategy();
  }

  private <T> T value(String option, T otherwise) {
    return given.matchedOptionValue(option, otherwise);
  }

  private <T> @Nullable T value(String option) {
    return given.matchedOptionValue(option, (T) null);
  }

  /** The options of the search. */
  SearchOptions options() {
    Long seed = value("--seed");
    Long planCap = value("--plan-cap");
    long steps = value("--steps", (long) Budget.DEFAULT_STEPS);
    boolean isPlan = isPlan();
    Integer depth = value("--depth");
    checkCombination(isPlan, seed, planCap, steps);
    checkDepth(isPlan, depth);
    if (given.hasMatchedOption("--checkpoint") && !strategy.canBeSaved()) {
      throw new UsageProblem(
          "--checkpoint cannot save a search with --strategy " + strategy.id() + ", leave it out");
    }
    if (strategy == StrategyKind.STATEFUL) {
      checkCanBeStateful();
    }
    Budget budget = new Budget(value("--executions", Long.MAX_VALUE), value("--time"), (int) steps);
    PreemptionBound preemptions = preemptions();
    long plans = planCap == null ? SearchOptions.DEFAULT_PLAN_CAP : planCap;
    return new SearchOptions(
        strategy,
        budget,
        given.hasMatchedOption("--keep-going"),
        value("--races", OptionValues.Races.REPORT) == OptionValues.Races.REPORT,
        seed == null ? 0 : seed,
        (int) plans,
        preemptions,
        new SearchOptions.Sampling(
            depth == null ? SearchOptions.Sampling.DEFAULT_DEPTH : depth, isPlan),
        audit());
  }

  /** How many executions at random are to confirm a verdict. */
  private SearchOptions.AuditSize audit() {
    Long number = value("--audit");
    if (number == null) {
      return SearchOptions.AuditSize.BY_SEARCH;
    }
    if (number != 0 && strategy.samples()) {
      throw new UsageProblem(
          "--audit has no meaning with --strategy " + strategy.id() + ", which verifies nothing");
    }
    return new SearchOptions.AuditSize(number);
  }

  /** Whether nothing says how to search, so that samples are taken besides if it takes long. */
  private boolean isPlan() {
    return WITHOUT_PLAN.stream().noneMatch(option -> given.hasMatchedOption(option))
        && value("--jobs", 1L) == 1;
  }

  private StrategyKind strategy() {
    StrategyKind named = value("--strategy");
    if (!given.hasMatchedOption("--prune")) {
      return named == null ? StrategyKind.OPTIMAL : named;
    }
    if (named != null && named != StrategyKind.DPOR) {
      throw new UsageProblem(
          "--prune is not known to be sound with --strategy " + named.id() + ", use dpor");
    }
    if (given.hasMatchedOption("--checkpoint")) {
      throw new UsageProblem("--checkpoint cannot save a search with --prune, leave one out");
    }
    if (value("--jobs", 1L) > 1) {
      throw new UsageProblem("--jobs has no meaning with --prune, which one process does alone");
    }
    if (value("--races", OptionValues.Races.REPORT) == OptionValues.Races.IGNORE) {
      throw new UsageProblem("--prune races looks for what --races ignore does not want");
    }
    return StrategyKind.PRUNED;
  }

  private PreemptionBound preemptions() {
    Integer most = value("--preemptions");
    boolean isIterative = given.hasMatchedOption("--iterative");
    String option = isIterative ? "--iterative" : "--preemptions";
    if (most == null && !isIterative) {
      return PreemptionBound.NONE;
    }
    if (!strategy.canBound()) {
      throw new UsageProblem(
          option
              + " has no meaning with --strategy "
              + strategy.id()
              + ", which would lose executions."
              + "\n  Leave it out, or use --strategy optimal, cb-dfs or cb-por.");
    }
    if (given.hasMatchedOption("--checkpoint")) {
      throw new UsageProblem(
          option + " is no search that --checkpoint can save, leave one of them out");
    }
    int largest = most == null ? PreemptionBound.ITERATIVE.most() : most;
    return new PreemptionBound(largest, isIterative);
  }

  /** Whether alike threads are to take turns. */
  boolean symmetry() {
    if (!given.hasMatchedOption("--symmetry")) {
      return false;
    }
    for (String option : WITHOUT_SYMMETRY) {
      if (given.hasMatchedOption(option)) {
        throw new UsageProblem(
            "--symmetry cannot be combined with "
                + option
                + ": it was not shown that nothing is lost, leave one of them out");
      }
    }
    if (!WITH_SYMMETRY.contains(strategy)) {
      throw new UsageProblem(
          "--symmetry cannot be combined with --strategy "
              + strategy.id()
              + ": it was not shown that nothing is lost."
              + "\n  Leave it out, or use --strategy optimal, source, dpor or naive.");
    }
    return true;
  }

  private void checkCanBeStateful() {
    for (String option : List.of("--timeouts", "--spurious-wakeups", "--deep", "--fair")) {
      if (given.hasMatchedOption(option)) {
        throw new UsageProblem(
            option
                + " and --strategy stateful do not go together: how often threads gave up, woke up or"
                + "\n  went round, and where they are in code of the JDK, would make every state a new one");
      }
    }
  }

  /** Refuses what is not sound for Java programs. */
  void checkOfJava() {
    if (strategy != StrategyKind.PRUNED) {
      return;
    }
    for (String option : List.of("--timeouts", "--spurious-wakeups", "--deep", "--fair")) {
      if (given.hasMatchedOption(option)) {
        throw new UsageProblem(
            option
                + " and --prune do not go together: what threads then do is not in the code of the"
                + " program");
      }
    }
  }

  private void checkDepth(boolean isPlan, @Nullable Integer depth) {
    if (depth != null && strategy != StrategyKind.PCT && !isPlan) {
      throw new UsageProblem(
          "--depth has a meaning with --strategy pct only, not with " + strategy.id());
    }
  }

  private void checkCombination(
      boolean isPlan, @Nullable Long seed, @Nullable Long planCap, long steps) {
    if (seed != null && !strategy.samples() && !isPlan) {
      throw new UsageProblem(
          "--seed has no meaning with --strategy "
              + strategy.id()
              + ", which makes no random choice."
              + "\n  Leave it out, or use --strategy random.");
    }
    if (planCap != null && strategy != StrategyKind.OPTIMAL) {
      throw new UsageProblem("--plan-cap has a meaning with --strategy optimal only");
    }
    if (steps > MOST_STEPS) {
      throw new UsageProblem(
          "--steps: " + steps + " is too large, give " + MOST_STEPS + " or less");
    }
    if (planCap != null && planCap > Integer.MAX_VALUE) {
      throw new UsageProblem("--plan-cap: " + planCap + " is too large");
    }
  }
}
