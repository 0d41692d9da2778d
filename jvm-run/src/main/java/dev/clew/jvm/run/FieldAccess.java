package dev.clew.jvm.run;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads fields of the program by their number; for reports and comparisons, not on hot paths. */
final class FieldAccess {
  private static final Map<Integer, Field> FIELDS = new HashMap<>();

  private FieldAccess() {}

  /** The value of a field, in a box; null also if it cannot be read. */
  static @Nullable Object get(@Nullable Object owner, int field) {
    try {
      Field reflected = FIELDS.get(field);
      if (reflected == null || !isOfThisProgram(reflected, owner)) {
        reflected = find(owner, field);
        FIELDS.put(field, reflected);
      }
      return reflected.get(Modifier.isStatic(reflected.getModifiers()) ? null : owner);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      return "?";
    }
  }

  /** Whether this is the field of the program that runs now, not of one with the same classes. */
  private static boolean isOfThisProgram(Field reflected, @Nullable Object owner) {
    Class<?> declaring = reflected.getDeclaringClass();
    return owner == null
        ? declaring.getClassLoader() == Thread.currentThread().getContextClassLoader()
        : declaring.isInstance(owner);
  }

  private static Field find(@Nullable Object owner, int field) throws ReflectiveOperationException {
    Class<?> declaring = declaring(owner, Fields.declaringClass(field).replace('/', '.'));
    Field reflected = declaring.getDeclaredField(Fields.name(field));
    reflected.setAccessible(true);
    return reflected;
  }

  private static Class<?> declaring(@Nullable Object owner, String name)
      throws ClassNotFoundException {
    for (Class<?> type = owner == null ? null : owner.getClass();
        type != null;
        type = type.getSuperclass()) {
      if (type.getName().equals(name)) {
        return type;
      }
    }
    return Class.forName(name, false, Thread.currentThread().getContextClassLoader());
  }
}
