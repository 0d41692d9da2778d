package dev.clew.junit;

/** How interleavings are searched. */
public enum Strategy {
  /** Every class of equivalent interleavings exactly once. */
  OPTIMAL,
  /** The same classes, some of them more than once, with less memory. */
  SOURCE,
  /** The classical algorithm, to compare. */
  DPOR,
  /** Every interleaving, to compare. */
  NAIVE,
  /** Some interleavings, at random: finds faults, verifies nothing. */
  RANDOM,
  /** The same, by random priorities of threads that change at some random steps. */
  PCT,
  /** The same, by random priorities of operations. */
  POS,
  /** The same, uniformly over the accesses to one object that is drawn each time. */
  SURW;

  /** Whether it takes samples. */
  boolean samples() {
    return switch (this) {
      case RANDOM, PCT, POS, SURW -> true;
      case OPTIMAL, SOURCE, DPOR, NAIVE -> false;
    };
  }
}
