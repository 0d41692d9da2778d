package dev.clew.explore.pruning;

import dev.clew.explore.reduction.DporStrategy;
import dev.clew.explore.strategy.Strategy;
import dev.clew.trace.Program;
import dev.clew.trace.Prospects;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;

/**
 * Property-driven pruning for data races: the search of figure 5.6 of the thesis, which goes back
 * to a state only if executions from there may have a race.
 *
 * <p>It answers whether there are data races, and on which locations, as the search without pruning
 * does; it answers nothing else. The argument is in {@code docs/algorithms/pruning.md}.
 */
public final class PrunedStrategy implements Strategy {
  private final DporStrategy search;

  /**
   * A search of the given program, whose executions are recorded in the given trace.
   *
   * @throws IllegalArgumentException if the program cannot tell what its threads may do
   */
  public PrunedStrategy(Program program, Trace trace) {
    Prospects prospects = program.prospects();
    if (prospects == null) {
      throw new IllegalArgumentException("this program cannot tell what its threads may still do");
    }
    this.search = new DporStrategy(program, trace, new RaceFreeStates(program, prospects));
  }

  @Override
  public boolean next(Schedule schedule) {
    return search.next(schedule);
  }

  @Override
  public void learn(Schedule schedule) {
    search.learn(schedule);
  }

  @Override
  public boolean hasNext() {
    return search.hasNext();
  }

  @Override
  public double explored() {
    return search.explored();
  }

  @Override
  public boolean needsEnabledThreads() {
    return true;
  }

  @Override
  public boolean needsProspects() {
    return true;
  }

  /** The race may be in what was executed before, and no other execution need begin like this. */
  @Override
  public boolean judgesCutRuns() {
    return true;
  }

  @Override
  public void save(DataOutput out) {
    throw new UnsupportedOperationException("a search that is pruned cannot be saved");
  }

  @Override
  public void restore(DataInput in, Schedule schedule, Runnable execute) {
    throw new UnsupportedOperationException("a search that is pruned cannot be resumed");
  }
}
