package dev.clew.junit;

import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * What a test can ask for if {@link Interleavings} does not say enough.
 *
 * <pre>{@code
 * @Test
 * void queueKeepsAll() {
 *   Clew.explore(
 *           () -> {
 *             Queue queue = new Queue(Clew.choose(1, 2, 16));
 *             ...
 *           })
 *       .isExhausted()
 *       .hasTraces(6);
 * }
 * }</pre>
 */
public final class Clew {
  /** The most values that one choice can have. */
  private static final int MOST_VALUES = 1000;

  private Clew() {}

  /** What is explored: a part of a test. */
  @FunctionalInterface
  public interface Scenario {
    /** Runs it once, from its start. */
    void run() throws Exception;
  }

  /**
   * Explores every interleaving of a scenario.
   *
   * <p>The scenario is executed in another JVM, and so is, every time anew, all that the test does
   * before this call, {@code @BeforeEach} included: what it prepares is there, and fresh. It must
   * do the same every time. What comes after this call is done once, here, with the result.
   *
   * @throws InterleavingFailure if an execution fails
   * @throws UncheckableTest if the scenario could not be checked
   */
  public static Exploration explore(Scenario scenario) {
    return new Explorer().explore(scenario);
  }

  /** Explores as the caller says: what is said comes before {@link Explorer#explore}. */
  public static Explorer exploring() {
    return new Explorer();
  }

  /**
   * Any number from 0 to {@code count - 1}: each one is explored. Outside of an exploration it is
   * 0.
   */
  public static int choose(int count) {
    if (count < 1 || count > MOST_VALUES) {
      throw new IllegalArgumentException("there are " + count + " values to choose from");
    }
    return count == 1 || !Inside.isThere() ? 0 : Control.choose(count);
  }

  /** Any of the given values: each one is explored. Outside of an exploration it is the first. */
  @SafeVarargs
  public static <T> T choose(T first, T... more) {
    int chosen = choose(1 + more.length);
    return chosen == 0 ? first : more[chosen - 1];
  }

  /** Any of the values of a list: each one is explored. */
  public static <T> T choose(List<T> values) {
    return Objects.requireNonNull(values).get(choose(values.size()));
  }

  /** False and true: both are explored. */
  public static boolean chooseBoolean() {
    return choose(2) == 1;
  }

  /**
   * A condition that has to hold from now on, until the execution is over: after each operation of
   * any thread, with all that the thread does up to its next one. Where it does not hold, the test
   * fails. Outside of an exploration nothing is watched.
   *
   * <p>A condition may depend on the order of operations that have nothing to do with each other.
   * Only {@link Strategy#NAIVE} has all of these orders; with other strategies the verdict says
   * that not all were looked at. {@link Explorer#invariant} takes care of that.
   *
   * @param text what reports call it
   * @param condition looks only, and does not wait
   */
  public static void invariant(String text, BooleanSupplier condition) {
    if (Inside.isThere()) {
      Control.watch(text, condition);
    }
  }
}
