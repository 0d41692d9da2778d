package dev.clew.explore.sampling;

import dev.clew.trace.Trace;

/**
 * All samplers in turn: each finds faults that others hardly ever find. The one that finds most of
 * the known ones comes every second time.
 */
final class MixedSampler implements Sampler {
  private final Sampler[] samplers;
  private int next;
  private Sampler current;

  MixedSampler(int depth) {
    Sampler surw = new SurwSampler();
    samplers =
        new Sampler[] {
          surw, new PosSampler(), surw, new PctSampler(depth), surw, new WalkSampler()
        };
    current = samplers[0];
  }

  @Override
  public void prepare(long seed, Trace before) {
    current = samplers[next];
    next = (next + 1) % samplers.length;
    current.prepare(seed, before);
  }

  @Override
  public void begin(Trace trace) {
    current.begin(trace);
  }

  @Override
  public void learn() {
    current.learn();
  }

  @Override
  public void offer(int thread, int object, int mode) {
    current.offer(thread, object, mode);
  }

  @Override
  public int choose() {
    return current.choose();
  }

  @Override
  public int chooseAlternative(int count) {
    return current.chooseAlternative(count);
  }

  @Override
  public String guarantee() {
    return WalkSampler.GUARANTEE;
  }
}
