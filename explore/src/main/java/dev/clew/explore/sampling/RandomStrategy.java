package dev.clew.explore.sampling;

import dev.clew.explore.strategy.Strategy;
import dev.clew.trace.Schedule;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Random walks: at every step each enabled thread is equally likely. Never exhausts anything. */
public final class RandomStrategy implements Strategy {
  private final long seed;
  private long walks;

  /** Walks that depend on the seed alone. */
  public RandomStrategy(long seed) {
    this.seed = seed;
  }

  @Override
  public boolean next(Schedule schedule) {
    schedule.keep(0);
    schedule.setPolicy(Schedule.Policy.RANDOM, Dice.seedOf(seed, walks));
    walks++;
    return true;
  }

  @Override
  public void learn(Schedule schedule) {}

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
    return WalkSampler.GUARANTEE;
  }

  @Override
  public boolean needsEnabledThreads() {
    return false;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeLong(walks);
  }

  @Override
  public void restore(DataInput in, Schedule schedule, Runnable execute) throws IOException {
    walks = in.readLong();
  }
}
