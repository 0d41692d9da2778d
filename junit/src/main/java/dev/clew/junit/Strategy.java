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
  RANDOM
}
