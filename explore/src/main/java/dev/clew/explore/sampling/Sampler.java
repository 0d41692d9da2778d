package dev.clew.explore.sampling;

import dev.clew.trace.Picker;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Guides one execution after the other, at random, and learns from them how to. */
interface Sampler extends Picker {
  /**
   * Prepares for the next execution, which depends on a seed and on what was learned.
   *
   * @param before the execution before, without events if there was none
   */
  void prepare(long seed, Trace before);

  /** The execution is over: learns from it. */
  void learn();

  /** What is known about the faults that executions like these find, in words. */
  String guarantee();

  /** Writes what was learned, the last trace apart. */
  default void save(DataOutput out) throws IOException {}

  /** Knows again what was saved. */
  default void restore(DataInput in) throws IOException {}
}
