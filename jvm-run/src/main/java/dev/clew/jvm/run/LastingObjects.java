package dev.clew.jvm.run;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Objects of the JDK that are there in every execution, as a constant holds them: {@code
 * Locale.ROOT}, the empty list, constants of enums, {@code System.out}. They are known by the name
 * of the constant, whichever thread meets them first.
 */
final class LastingObjects {
  /** A static field that never changes, or hardly ever. */
  private record Constant(String name, Object base, long offset) {}

  private static final Memory MEMORY = memory();

  /** By class; a hash table would draw hash codes of classes. */
  private static final ClassValue<List<Constant>> CONSTANTS =
      new ClassValue<>() {
        @Override
        protected List<Constant> computeValue(Class<?> type) {
          return constantsFor(type);
        }
      };

  private static final List<Constant> OF_SYSTEM = CONSTANTS.get(System.class);

  private LastingObjects() {}

  private static Memory memory() {
    try {
      return Internals.memory();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The name of the constant that holds an object of the JDK, null if none does. */
  static @Nullable String nameOf(Object object) {
    Class<?> type = object.getClass();
    if (type.isArray() || type.getClassLoader() != null) {
      return null;
    }
    String name = find(object, CONSTANTS.get(type));
    return name == null ? find(object, OF_SYSTEM) : name;
  }

  private static @Nullable String find(Object object, List<Constant> among) {
    for (Constant each : among) {
      if (MEMORY.getReference(each.base, each.offset) == object) {
        return each.name;
      }
    }
    return null;
  }

  /** The constants of a class, its superclasses and those around them that may hold an object. */
  private static List<Constant> constantsFor(Class<?> type) {
    List<Constant> found = new ArrayList<>();
    for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
      add(each, type, found);
      if (each.getNestHost() != each) {
        add(each.getNestHost(), type, found);
      }
    }
    return found;
  }

  private static void add(Class<?> declaring, Class<?> type, List<Constant> to) {
    for (Field each : declaring.getDeclaredFields()) {
      boolean isConstant =
          Modifier.isStatic(each.getModifiers())
              && (Modifier.isFinal(each.getModifiers()) || declaring == System.class);
      boolean mayHold = each.getType().isAssignableFrom(type) || declaring == System.class;
      if (isConstant && mayHold && !each.getType().isPrimitive()) {
        String name = declaring.getName() + "." + each.getName();
        to.add(new Constant(name, MEMORY.staticFieldBase(each), MEMORY.staticFieldOffset(each)));
      }
    }
  }
}
