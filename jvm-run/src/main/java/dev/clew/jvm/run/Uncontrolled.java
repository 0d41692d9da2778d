package dev.clew.jvm.run;

import org.jspecify.annotations.Nullable;

/**
 * A stretch of code in which nothing is controlled, for instrumented methods that have no place to
 * keep what {@link Hooks#suspend} returns.
 *
 * <p>Only the thread that has the turn can be in such a stretch, and it keeps the turn until the
 * end, so one place for all is enough. A stretch within one belongs to it.
 */
public final class Uncontrolled {
  private static @Nullable Thread inside;
  private static int depth;

  private Uncontrolled() {}

  /** Begins a stretch, if the calling code is under control. */
  public static void begin() {
    Thread self = Thread.currentThread();
    if (Hooks.suspend() != null) {
      inside = self;
      depth = 1;
    } else if (self == inside) {
      depth++;
    }
  }

  /** Ends the stretch that began last. */
  public static void end() {
    Thread self = Thread.currentThread();
    if (self == inside && --depth == 0) {
      inside = null;
      Hooks.resume(self);
    }
  }
}
