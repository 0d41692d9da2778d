package dev.clew.jvm.run;

/**
 * Random numbers of a program: each thread has its own sequence, the same in every execution.
 *
 * <p>So that they are no shared state: what one thread draws does not depend on others.
 */
public final class Randomness {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private Randomness() {}

  /** 64 random bits of a thread. */
  public static long next(ProgramThread thread) {
    thread.random += GOLDEN;
    return mix(thread.random);
  }

  /** The state of a thread that has drawn nothing yet. */
  static long first(int thread) {
    return 0x5DEECE66DL * (thread + 1);
  }

  static boolean hasDrawn(ProgramThread thread) {
    return thread.random != first(thread.number);
  }

  /** A random number of a thread from 0 to 1, without 1. */
  public static double nextDouble(ProgramThread thread) {
    return (next(thread) >>> 11) * 0x1.0p-53;
  }

  /** Spreads the bits of a number (the finisher of SplitMix64); zero only for zero. */
  static long mix(long number) {
    long mixed = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
