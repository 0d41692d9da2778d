package dev.clew.explore;

import dev.clew.explore.bounded.CbPorStrategy;
import dev.clew.trace.Ending;
import dev.clew.trace.Program;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Searches what needs 0, 1, 2, ... preemptions beside a search with a limit of time that has not
 * ended after some of it, in a share of the rest. The share is large if the search is hopeless by
 * the part that it has explored, but never nothing: that part looks larger than it is while much is
 * still to be planned.
 */
final class BoundsInBetween implements SideSearch {
  /** The part of the time that the search has without this one, and the most seconds. */
  private static final double FIRST_PART = 0.25;

  private static final double FIRST_SECONDS = 5;

  private static final double SHARE = 0.25;
  private static final double SHARE_IF_HOPELESS = 0.75;

  /** A search that would take so many times the whole time is hopeless. */
  private static final double HOPELESS = 20;

  /** After so long the limits of the whole are to be looked at. */
  private static final double LONG = 0.02;

  /** Numbers in tables that need about 100 MB. */
  private static final long CAP = 4_000_000;

  private final Limits limits;

  /** The time, infinite if there is no limit or nothing is to be searched here. */
  private final double all;

  private final Schedule schedule = new Schedule();

  /** Made with the first execution: most searches end before. */
  private @Nullable Trace trace;

  private @Nullable CbPorStrategy strategy;
  private long executions;

  // --- since the search started last

  private int bound;
  private int exhausted = -1;
  private boolean isOver;
  private double begin;
  private double spent;
  private double unlooked;

  BoundsInBetween(SearchOptions options, Limits limits) {
    this.limits = limits;
    Duration time = options.budget().time();
    boolean isWanted = SamplesInBetween.areWanted(options);
    this.all = isWanted && time != null ? time.toNanos() / 1e9 : Double.POSITIVE_INFINITY;
    schedule.setStepLimit(options.budget().steps());
    startAgain(0);
  }

  @Override
  public void startAgain(double now) {
    strategy = null;
    bound = 0;
    exhausted = -1;
    isOver = false;
    begin = Double.isInfinite(all) ? all : now + Math.min(FIRST_SECONDS, FIRST_PART * (all - now));
    spent = 0;
  }

  @Override
  public boolean isTime(Exploration search) {
    if (isOver || begin == Double.POSITIVE_INFINITY) {
      return false;
    }
    double now = limits.seconds();
    return now > begin && spent < share(now, search.explored()) * (now - begin) && search.hasNext();
  }

  private double share(double now, double explored) {
    return now > HOPELESS * all * explored ? SHARE_IF_HOPELESS : SHARE;
  }

  // --- executions

  @Override
  public Trace execute(Program program) {
    double before = limits.seconds();
    if (trace == null) {
      trace = new Trace();
    }
    if (strategy == null || !strategy.next(schedule)) {
      trace.restart(0);
      strategy = new CbPorStrategy(program, trace, bound, CAP);
      strategy.next(schedule);
    }
    program.run(schedule, trace);
    executions++;
    count(before);
    return trace;
  }

  @Override
  public void learn() {
    double before = limits.seconds();
    CbPorStrategy current = strategy;
    if (current == null || trace == null || trace.ending() == Ending.STEP_LIMIT) {
      isOver = true;
      return;
    }
    current.learn(schedule);
    isOver = current.isTooLarge();
    if (!current.hasNext() && !isOver) {
      exhausted = bound;
      isOver = !current.isPartial();
      bound++;
    }
    count(before);
  }

  private void count(double before) {
    double seconds = limits.seconds() - before;
    spent += seconds;
    unlooked += seconds;
    if (unlooked > LONG) {
      unlooked = 0;
      limits.lookSoon();
    }
  }

  // --- results

  @Override
  public long executions() {
    return executions;
  }

  /** The largest number of preemptions of which nothing is left to explore, -1 if none. */
  int exhausted() {
    return exhausted;
  }
}
