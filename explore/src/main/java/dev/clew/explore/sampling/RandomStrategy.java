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
    schedule.setPolicy(Schedule.Policy.RANDOM, mix(seed + walks * 0x9E3779B97F4A7C15L));
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

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
