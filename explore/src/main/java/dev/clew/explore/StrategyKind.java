package dev.clew.explore;

import dev.clew.explore.bounded.CbPorStrategy;
import dev.clew.explore.naive.NaiveStrategy;
import dev.clew.explore.pruning.PrunedStrategy;
import dev.clew.explore.reduction.DporStrategy;
import dev.clew.explore.reduction.OptimalStrategy;
import dev.clew.explore.sampling.RandomStrategy;
import dev.clew.explore.sampling.SamplingStrategy;
import dev.clew.explore.stateful.StatefulStrategy;
import dev.clew.explore.strategy.Strategy;
import dev.clew.trace.Program;
import dev.clew.trace.Trace;
import java.util.List;

/** The strategies a user can name. */
public enum StrategyKind {
  /** Each trace class once; the default. */
  OPTIMAL("optimal", List.of("optimal partial-order reduction")),
  /** Source sets with sleep sets: complete, some runs are cut short. */
  SOURCE("source", List.of("source-set partial-order reduction", "sleep sets")),
  /** The dynamic partial-order reduction of Inspect: the baseline. */
  DPOR("dpor", List.of("dynamic partial-order reduction", "sleep sets", "locksets")),
  /** Every state once, as far as the reduction wants it. */
  STATEFUL("stateful", List.of("states explored once", "stateful partial-order reduction")),
  /** The same as far as it matters to data races, see {@link dev.clew.explore.pruning}. */
  PRUNED(
      "dpor --prune races",
      List.of(
          "dynamic partial-order reduction",
          "sleep sets",
          "locksets",
          "parts without data races left out")),
  /** Every interleaving, without any reduction. */
  NAIVE("naive", List.of()),
  /** Random walks. */
  RANDOM("random", List.of()),
  /** Random priorities of threads that change at random steps. */
  PCT("pct", List.of()),
  /** Random priorities of operations. */
  POS("pos", List.of()),
  /** Random walks that are uniform over the accesses to one object. */
  SURW("surw", List.of()),
  /** Every interleaving with few preemptions, without any reduction. */
  CB_DFS("cb-dfs", List.of()),
  /** Each trace class that needs few preemptions once, with a table of all their prefixes. */
  CB_POR("cb-por", List.of("prefixes with the same happens-before graph are explored once"));

  /** Executions of a sampling strategy, unless the user says otherwise. */
  public static final long DEFAULT_SAMPLES = 10_000;

  private final String id;
  private final List<String> reductions;

  StrategyKind(String id, List<String> reductions) {
    this.id = id;
    this.reductions = reductions;
  }

  /** The name on the command line. */
  public String id() {
    return id;
  }

  /** Whether {@link #id} is the name of a strategy, not of one with an option. */
  public boolean isNamed() {
    return this != PRUNED;
  }

  /** Whether a search decides about data races only, whatever else it meets. */
  public boolean coversRacesOnly() {
    return this == PRUNED;
  }

  /** What a verdict of this strategy relies on. */
  public List<String> reductions() {
    return reductions;
  }

  /** Whether the strategy takes samples, and can go on for ever without being exhaustive. */
  public boolean samples() {
    return switch (this) {
      case RANDOM, PCT, POS, SURW -> true;
      case OPTIMAL, SOURCE, DPOR, STATEFUL, PRUNED, NAIVE, CB_DFS, CB_POR -> false;
    };
  }

  /** Whether the strategy can search what needs few preemptions, without losing any of it. */
  public boolean canBound() {
    return this == OPTIMAL || this == CB_DFS || this == CB_POR;
  }

  /** Whether a search executes every class of executions that it is about. */
  public boolean executesAllClasses() {
    return switch (this) {
      case OPTIMAL, SOURCE, DPOR, NAIVE, CB_DFS, CB_POR -> true;
      case STATEFUL, PRUNED, RANDOM, PCT, POS, SURW -> false;
    };
  }

  /** Whether a search can be saved and go on later. */
  public boolean canBeSaved() {
    return this != CB_POR && this != STATEFUL && this != PRUNED;
  }

  /** Makes a new search. */
  public Strategy create(Program program, Trace trace, SearchOptions options) {
    return switch (this) {
      case OPTIMAL -> new OptimalStrategy(program, trace, options.planCap(), options.preemptions());
      case SOURCE -> new OptimalStrategy(program, trace, 0, options.preemptions());
      case DPOR -> new DporStrategy(program, trace);
      case STATEFUL -> new StatefulStrategy(program, trace);
      case PRUNED -> new PrunedStrategy(program, trace);
      case NAIVE -> NaiveStrategy.ofAll(trace);
      case RANDOM -> new RandomStrategy(options.seed());
      case PCT -> SamplingStrategy.pct(trace, options.seed(), options.sampling().depth());
      case POS -> SamplingStrategy.pos(trace, options.seed());
      case SURW -> SamplingStrategy.surw(trace, options.seed());
      case CB_DFS -> NaiveStrategy.withPreemptions(trace, options.preemptions().most());
      case CB_POR -> new CbPorStrategy(program, trace, options.preemptions().most());
    };
  }
}
