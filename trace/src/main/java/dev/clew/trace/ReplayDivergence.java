package dev.clew.trace;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The program did not do again what it had done before under the same schedule: something in it is
 * not controlled.
 */
public final class ReplayDivergence extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int step;
  private final String what;
  private final transient @Nullable Operation expected;
  private final transient @Nullable Operation actual;

  /** What a thread did, or was to do. */
  private record Operation(int thread, OpKind kind, int object) {
    private String inWords(Names names) {
      String word = kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      return names.thread(thread)
          + " does '"
          + word
          + (object >= 0 ? " " + names.object(object) : "")
          + "'";
    }
  }

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
        new Operation(expectedThread, expectedKind, expectedObject),
        new Operation(actualThread, actualKind, actualObject),
        "expected "
            + describe(expectedThread, expectedKind, expectedObject)
            + ", but the program did "
            + describe(actualThread, actualKind, actualObject));
  }

  /** A divergence at the given step, in words. */
  public ReplayDivergence(int step, String what) {
    this(step, null, null, what);
  }

  private ReplayDivergence(
      int step, @Nullable Operation expected, @Nullable Operation actual, String what) {
    super("replay diverged at step " + (step + 1) + ": " + what);
    this.step = step;
    this.what = what;
    this.expected = expected;
    this.actual = actual;
  }

  /** What was expected and what came instead, on lines of their own where both are known. */
  public String what(Names names) {
    return expected == null || actual == null
        ? what
        : "expected: " + expected.inWords(names) + "\nactual:   " + actual.inWords(names);
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
