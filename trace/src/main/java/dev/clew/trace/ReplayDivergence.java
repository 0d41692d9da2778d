package dev.clew.trace;

/**
 * The program did not do again what it had done before under the same schedule: something in it is
 * not controlled.
 */
public final class ReplayDivergence extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int step;
  private final String what;

  /** A divergence at the given step, with the operation recorded and the one seen now. */
  public ReplayDivergence(
      int step,
      int expectedThread,
      OpKind expectedKind,
      int expectedObject,
      int actualThread,
      OpKind actualKind,
      int actualObject) {
    this(
        step,
        "expected "
            + describe(expectedThread, expectedKind, expectedObject)
            + ", but the program did "
            + describe(actualThread, actualKind, actualObject));
  }

  /** A divergence at the given step, in words. */
  public ReplayDivergence(int step, String what) {
    super("replay diverged at step " + (step + 1) + ": " + what);
    this.step = step;
    this.what = what;
  }

  /** What was expected and what came instead. */
  public String what() {
    return what;
  }

  /** The index of the first event that differed. */
  public int step() {
    return step;
  }

  private static String describe(int thread, OpKind kind, int object) {
    return kind + (object >= 0 ? " of object " + object : "") + " by thread " + thread;
  }
}
