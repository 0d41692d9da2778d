package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Shadow;
import org.jspecify.annotations.Nullable;

/**
 * What an accumulator of the JDK holds in an execution, and how it takes more in.
 *
 * @param <F> the type of the function
 */
final class Accumulated<F> {
  final F function;
  final long identity;

  /** The bits of the number. */
  long value;

  private boolean isKnown;

  private Accumulated(F function, long identity) {
    this.function = function;
    this.identity = identity;
  }

  /** Notes that the program made an accumulator. */
  static <F> void created(Object owner, F function, long identity) {
    Hooks.newObject(owner, -1);
    shadow(owner).model = new Accumulated<>(function, identity);
  }

  /** What an accumulator that the program made holds. */
  @SuppressWarnings("unchecked")
  static <F> Accumulated<F> of(Object owner) {
    if (shadow(owner).model instanceof Accumulated<?> known) {
      return (Accumulated<F>) known;
    }
    throw new IllegalStateException("an accumulator that nobody made");
  }

  private static Shadow shadow(Object owner) {
    Execution now = Hooks.execution();
    if (now == null) {
      throw new IllegalStateException("a model was called while nothing is under control");
    }
    return now.shadows.of(owner);
  }

  /** The value, which at first is that of the accumulator. */
  static <T> long load(T owner, FirstValue<T> first) {
    Accumulated<@Nullable Object> known = of(owner);
    if (!known.isKnown) {
      known.value = first.of(owner);
      known.isKnown = true;
    }
    return known.value;
  }

  /** Asks an accumulator for what it holds, without a hook. */
  interface FirstValue<T> {
    long of(T owner);
  }
}
