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

  /** Whether the calling code is in such a stretch. */
  static boolean isInside() {
    return Thread.currentThread() == inside;
  }

  /**
   * Ends the stretch for a call of this object, if that is one of the program and the stretch is
   * the only one: whoever is around it may hold locks otherwise, and the call is noted as one that
   * is not explored.
   *
   * @return whether it was ended, and must be begun again after the call
   */
  static boolean interrupt(Object called) {
    if (!isInside() || !isOfProgram(called.getClass())) {
      return false;
    }
    if (depth > 1) {
      note(called);
      return false;
    }
    end();
    return true;
  }

  /** A method of this object is called in such a stretch. */
  static void note(Object called) {
    Execution now = Hooks.execution();
    if (now != null && isOfProgram(called.getClass())) {
      now.noteUncontrolledClass(called.getClass().getName());
    }
  }

  private static boolean isOfProgram(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader != null && Positions.PROGRAM.equals(loader.getName());
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
