package dev.clew.junit;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A call of an operation, of the object that is checked or of its specification.
 *
 * @param name what reports call it
 * @param code what makes it
 */
record Call<T>(String name, Linearizability.Function<T> code) {
  /** What a call without a result returns. */
  static final String NOTHING = "done";

  /**
   * What came of a call.
   *
   * @param value what it returned, null if it threw
   * @param thrown what it threw, null if nothing
   */
  record Result(@Nullable Object value, @Nullable Throwable thrown) {
    /** Whether another call had the same result: of exceptions the class counts. */
    boolean isSameAs(Result other) {
      if (thrown != null || other.thrown != null) {
        return thrown != null
            && other.thrown != null
            && thrown.getClass() == other.thrown.getClass();
      }
      return Objects.deepEquals(value, other.value);
    }

    @Override
    public String toString() {
      if (thrown != null) {
        return "throws " + thrown.getClass().getSimpleName();
      }
      String text = Arrays.deepToString(new Object[] {value});
      return text.substring(1, text.length() - 1);
    }
  }

  /** Makes the call; errors are none of its results. */
  Result on(T target) {
    try {
      return new Result(code.apply(target), null);
    } catch (Exception e) {
      return new Result(null, e);
    }
  }
}
