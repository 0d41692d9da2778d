package dev.clew.explore.sampling;

import dev.clew.explore.strategy.SavedSteps;
import dev.clew.explore.strategy.Strategy;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Executions that a sampler guides from their first step. Never exhausts anything. */
public final class SamplingStrategy implements Strategy {
  private final Sampler sampler;
  private final Trace trace;
  private final long seed;
  private long walks;

  private SamplingStrategy(Sampler sampler, Trace trace, long seed) {
    this.sampler = sampler;
    this.trace = trace;
    this.seed = seed;
  }

  /** Probabilistic concurrency testing, for faults of this depth. */
  public static SamplingStrategy pct(Trace trace, long seed, int depth) {
    return new SamplingStrategy(new PctSampler(depth), trace, seed);
  }

  /** Partial order sampling. */
  public static SamplingStrategy pos(Trace trace, long seed) {
    return new SamplingStrategy(new PosSampler(), trace, seed);
  }

  /** The selectively uniform random walk. */
  public static SamplingStrategy surw(Trace trace, long seed) {
    return new SamplingStrategy(new SurwSampler(), trace, seed);
  }

  /** All of them in turn, with random walks, from the walk with this number. */
  public static SamplingStrategy mixed(Trace trace, long seed, int depth, long walk) {
    SamplingStrategy strategy = new SamplingStrategy(new MixedSampler(depth), trace, seed);
    strategy.walks = walk;
    return strategy;
  }

  @Override
  public boolean next(Schedule schedule) {
    schedule.keep(0);
    schedule.setPicker(sampler);
    sampler.prepare(Dice.seedOf(seed, walks), trace);
    walks++;
    return true;
  }

  @Override
  public void learn(Schedule schedule) {
    sampler.learn();
  }

  @Override
  public boolean hasNext() {
    return true;
  }

  @Override
  public double explored() {
    return 0;
  }

  @Override
  public String guarantee() {
    return sampler.guarantee();
  }

  @Override
  public boolean needsEnabledThreads() {
    return false;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeLong(walks);
    SavedSteps.write(trace, trace.size(), out);
    sampler.save(out);
  }

  @Override
  public void restore(DataInput in, Schedule schedule, Runnable execute) throws IOException {
    walks = in.readLong();
    SavedSteps.replay(in, schedule, execute);
    sampler.restore(in);
  }
}
