package dev.clew.explore;

import dev.clew.explore.sampling.SamplingStrategy;
import dev.clew.explore.strategy.Strategy;
import dev.clew.trace.Program;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Samples that a search takes between its own executions, in traces of their own: a fault that is
 * deep in the search may be likely at random.
 *
 * <p>A search that ends soon takes none, and neither does one with a limit of executions, which is
 * to count those of the search. When they are taken depends on events, not on time, so that a
 * search does the same each time.
 */
final class SamplesInBetween implements SideSearch {
  /** An execution costs as much as its events and this many more. */
  private static final long COST_OF_EXECUTION = 50;

  /** The search is alone until it has cost this much. */
  private static final long ALONE = 100_000;

  /** Then samples may cost more than the search, until they have cost this much. */
  private static final long BURST = 5_000_000;

  private static final double SHARE_IN_BURST = 4;

  /** Later they may cost this share of the search, or as much if that is hopeless. */
  private static final double LATER_SHARE = 0.1;

  private static final double SHARE_IF_HOPELESS = 1;

  /** The share of the estimated cost of the whole search that samples may cost. */
  private static final double SHARE_OF_ALL = 0.2;

  /** A search that is estimated to cost as much is hopeless. */
  private static final double HOPELESS = 1e12;

  /** The most steps of a sample, once there was an execution without end. */
  private static final int SHORT = 2000;

  private final SearchOptions options;
  private final boolean isWanted;
  private final Schedule schedule = new Schedule();

  /** Made with the first sample: most searches end before. */
  private @Nullable Trace trace;

  private @Nullable Strategy strategy;
  private long samples;

  // --- since the search started last

  private long events;
  private long latest;
  private long nextLook = ALONE;

  SamplesInBetween(SearchOptions options) {
    this.options = options;
    this.isWanted = areWanted(options);
    schedule.setStepLimit(options.budget().steps());
  }

  /** Whether anything is to be done besides. */
  static boolean areWanted(SearchOptions options) {
    return options.sampling().inBetween() && options.budget().executions() == Long.MAX_VALUE;
  }

  /** Some executions have no end: those from now on are short. */
  void shorten() {
    schedule.setStepLimit(Math.min(options.budget().steps(), SHORT));
  }

  @Override
  public boolean isTime(Exploration search) {
    long cost = cost(search.executions(), search.transitions());
    if (!isWanted || cost < nextLook) {
      return false;
    }
    boolean isTime = isCheap(cost, search.explored()) && search.hasNext();
    if (!isTime) {
      nextLook = cost + cost / 16;
    }
    return isTime;
  }

  private boolean isCheap(long searched, double explored) {
    long spent = cost(latest, events);
    boolean isHopeless = searched > HOPELESS * explored;
    double later = isHopeless ? SHARE_IF_HOPELESS : LATER_SHARE;
    return spent < (spent < BURST ? SHARE_IN_BURST : later) * searched
        && spent * explored < SHARE_OF_ALL * searched;
  }

  private static long cost(long executions, long events) {
    return COST_OF_EXECUTION * executions + events;
  }

  @Override
  public Trace execute(Program program) {
    if (trace == null) {
      trace = new Trace();
    }
    if (strategy == null) {
      strategy = SamplingStrategy.mixed(trace, options.seed(), options.sampling().depth(), samples);
    }
    strategy.next(schedule);
    program.run(schedule, trace);
    samples++;
    latest++;
    events += trace.size();
    return trace;
  }

  @Override
  public void learn() {
    if (strategy != null) {
      strategy.learn(schedule);
    }
  }

  @Override
  public void startAgain(double now) {
    events = 0;
    latest = 0;
    nextLook = ALONE;
    strategy = null;
  }

  @Override
  public long executions() {
    return samples;
  }

  void save(DataOutput out) throws IOException {
    out.writeLong(samples);
    out.writeLong(latest);
    out.writeLong(events);
  }

  /** Knows again how many were taken; what was learned from them is lost. */
  void restore(DataInput in) throws IOException {
    samples = in.readLong();
    startAgain(0);
    latest = in.readLong();
    events = in.readLong();
  }
}
