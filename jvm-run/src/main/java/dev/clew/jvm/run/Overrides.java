package dev.clew.jvm.run;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which classes of the program override methods whose calls are replaced: there the method of the
 * program is called, as always.
 *
 * <p>A class is added when it is transformed, so before there are objects of it. There are few, and
 * the program's threads ask while they are controlled: so this is a list, without a collection of
 * the JDK that hooks may be in.
 */
public final class Overrides {
  /** A class of the program has a method of its own. */
  private record Override(String className, String method) {}

  private static volatile Override[] overrides = {};

  private Overrides() {}

  /**
   * A class of the program overrides a method.
   *
   * @param className the name of the class, with dots
   * @param method the name and the descriptor of the method
   */
  public static synchronized void add(String className, String method) {
    Override added = new Override(className, method);
    if (!Arrays.asList(overrides).contains(added)) {
      Override[] grown = Arrays.copyOf(overrides, overrides.length + 1);
      grown[overrides.length] = added;
      overrides = grown;
    }
  }

  /** Must the method of the object itself be called? So it must if there is no object. */
  public static boolean isOverridden(@Nullable Object receiver, String method) {
    if (receiver == null) {
      return true;
    }
    for (Override each : overrides) {
      if (each.method.equals(method) && isOrInherits(receiver.getClass(), each.className)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOrInherits(@Nullable Class<?> type, String className) {
    if (type == null) {
      return false;
    }
    if (type.getName().equals(className) || isOrInherits(type.getSuperclass(), className)) {
      return true;
    }
    for (Class<?> each : type.getInterfaces()) {
      if (isOrInherits(each, className)) {
        return true;
      }
    }
    return false;
  }
}
