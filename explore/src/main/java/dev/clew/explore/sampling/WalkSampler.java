package dev.clew.explore.sampling;

import dev.clew.trace.Trace;

/** The random walk: whoever can go on is equally likely at every step. */
final class WalkSampler implements Sampler {
  static final String GUARANTEE =
      "every trace class has a chance in each execution; how large it is, is not known";

  private final Dice dice = new Dice();
  private final Offers offers = new Offers();

  private long seed;

  @Override
  public void prepare(long newSeed, Trace before) {
    seed = newSeed;
  }

  @Override
  public void begin(Trace trace) {
    dice.seed(seed);
    offers.clear();
  }

  @Override
  public void learn() {}

  @Override
  public void offer(int thread, int object, int mode) {
    offers.add(thread, object);
  }

  @Override
  public int choose() {
    int chosen = offers.thread(dice.below(offers.size()));
    offers.clear();
    return chosen;
  }

  @Override
  public int chooseAlternative(int count) {
    return dice.below(count);
  }

  @Override
  public String guarantee() {
    return GUARANTEE;
  }
}
