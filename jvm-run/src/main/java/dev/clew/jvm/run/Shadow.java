package dev.clew.jvm.run;

import org.jspecify.annotations.Nullable;

/**
 * What the tool keeps about one object, array or class of the program: its stable identity, its
 * monitor, the numbers of its parts and the last accesses to its plain locations.
 *
 * <p>The identity is (who made it, the how-manieth thing it made), so that it is the same in every
 * execution, whatever the interleaving. Everything else belongs to one execution and is forgotten
 * when the shadow is first used in another one.
 */
public final class Shadow {
  private static final int[] NO_NUMBERS = new int[0];

  /** The maker: a thread number, or one of the negative makers of {@link Objects}. */
  public final int maker;

  /** The how-manieth thing the maker made. */
  public final int ordinal;

  /** The object itself; a copy made by {@code clone} carries the shadow of the original. */
  public @Nullable Object owner;

  /** The site that made it, -1 if unknown; for arrays the unit of visibility. */
  public int site = -1;

  /** Whether nobody told who made it: the JDK made it, and the program may have met it anywhere. */
  boolean isMet;

  /** The small number of this identity, -1 until somebody asks. */
  public int stable = -1;

  /** The execution to which everything below belongs. */
  public long execution = -1;

  /** The last look at the state of the program that met this object. */
  long look;

  /** The monitor, once somebody entered it or waited for it. */
  public @Nullable Monitor monitor;

  /** The model of a lock, a semaphore, a thread and so on, by the class of the owner. */
  public @Nullable Object model;

  /** The numbers of the parts, by slot or index; 0 is unknown, else the number plus one. */
  public int[] parts = NO_NUMBERS;

  /** The last accesses, by slot or index, as {@link RaceDetector} lays them out. */
  public int[] accesses = NO_NUMBERS;

  /** The numbers of its locations, by slot or index, plus one; see {@link SharedLocations}. */
  int @Nullable [] locations;

  /** The readers of locations that several threads read, by slot or index. */
  public int @Nullable [][] readers;

  /** The elements that {@link #accesses} and {@link #readers} are about, null for each its own. */
  @Nullable ElementRuns runs;

  public Shadow(int maker, int ordinal) {
    this.maker = maker;
    this.ordinal = ordinal;
  }

  /** Forgets what belongs to an earlier execution. */
  public void renew(long newExecution) {
    if (execution >= 0) {
      monitor = null;
      model = null;
      parts = NO_NUMBERS;
      accesses = NO_NUMBERS;
      readers = null;
      runs = null;
      locations = null;
    }
    execution = newExecution;
  }
}
