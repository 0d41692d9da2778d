package dev.clew.testkit.oracle;

/** What a scheduler decides: which thread goes on, and which alternative it takes. */
public record Step(int thread, int label) {
  /** The label of an operation without alternatives. */
  public static final int NO_LABEL = -1;
}
