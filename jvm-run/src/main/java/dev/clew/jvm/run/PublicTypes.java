package dev.clew.jvm.run;

import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.util.RandomAccess;
import java.util.Set;

/** By which types programs know objects of the JDK, whose own classes they may not name. */
public final class PublicTypes {
  /** Interfaces that say nothing of what a class is. */
  private static final Set<Class<?>> MINOR =
      Set.of(Cloneable.class, Comparable.class, RandomAccess.class, Serializable.class);

  private PublicTypes() {}

  /** The class or interface by which a program knows objects of a class; its own class itself. */
  public static Class<?> of(Class<?> type) {
    if (type.getClassLoader() != null || type.isHidden() || type.isArray()) {
      return type;
    }
    for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
      if (Modifier.isPublic(each.getModifiers()) && isExported(each)) {
        return each;
      }
      for (Class<?> implemented : each.getInterfaces()) {
        if (isExported(implemented) && !MINOR.contains(implemented)) {
          return implemented;
        }
      }
    }
    return type;
  }

  private static boolean isExported(Class<?> type) {
    return type.getModule().isExported(type.getPackageName());
  }
}
