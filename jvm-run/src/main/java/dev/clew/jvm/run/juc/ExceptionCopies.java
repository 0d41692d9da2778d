package dev.clew.jvm.run.juc;

import java.lang.reflect.Constructor;

/**
 * Copies of exceptions for those who wait for a task that another thread ran, as the JDK has it.
 */
final class ExceptionCopies {
  private ExceptionCopies() {}

  /** An exception of the same type with this one as its cause; this one if there can be none. */
  static Throwable of(Throwable thrown) {
    Constructor<?> plain = null;
    try {
      for (Constructor<?> each : thrown.getClass().getConstructors()) {
        Class<?>[] parameters = each.getParameterTypes();
        if (parameters.length == 0) {
          plain = each;
        } else if (parameters.length == 1 && parameters[0] == Throwable.class) {
          return (Throwable) each.newInstance(thrown);
        }
      }
      if (plain != null) {
        Throwable copy = (Throwable) plain.newInstance();
        copy.initCause(thrown);
        return copy;
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      Cores.checkUnderWay(e);
      return thrown; // its constructor failed: the JDK gives up too
    }
    return thrown;
  }
}
